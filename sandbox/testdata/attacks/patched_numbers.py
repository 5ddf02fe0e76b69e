import decimal
import fractions
import numbers


def f(env):
    F, D = fractions.Fraction, decimal.Decimal
    x = F(3, 4)
    F._numerator = property(lambda self: 99)
    F.numerator = property(lambda self: 99)
    F.__str__ = F.__repr__ = lambda self: "99"
    F.limit_denominator = lambda self: 99
    return x
