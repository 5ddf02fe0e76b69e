#include "textflag.h"

// C = w[o]·A + w[o+1]·B, D = w[o+2]·A + w[o+3]·B, the weights being at DX, four copies each.
#define BUTTERFLY(A, B, C, D, o) \
	VMULPD (32*(o))(DX), A, C \
	VFMADD231PD (32*(o)+32)(DX), B, C \
	VMULPD (32*(o)+64)(DX), A, D \
	VFMADD231PD (32*(o)+96)(DX), B, D

// func octetVector(v *float64, stride, n int, w *tripleWeights)
TEXT ·octetVector(SB), NOSPLIT, $0-32
	MOVQ v+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ w+24(FP), DX
	SHLQ $3, SI
	LEAQ (SI)(SI*2), R9
	LEAQ (DI)(SI*4), R8
	SHRQ $2, CX

loop:
	VMOVUPD (DI), Y0
	VMOVUPD (DI)(SI*1), Y1
	VMOVUPD (DI)(SI*2), Y2
	VMOVUPD (DI)(R9*1), Y3
	VMOVUPD (R8), Y4
	VMOVUPD (R8)(SI*1), Y5
	VMOVUPD (R8)(SI*2), Y6
	VMOVUPD (R8)(R9*1), Y7

	BUTTERFLY(Y0, Y1, Y8, Y9, 0)
	BUTTERFLY(Y2, Y3, Y10, Y11, 0)
	BUTTERFLY(Y4, Y5, Y12, Y13, 0)
	BUTTERFLY(Y6, Y7, Y14, Y15, 0)

	BUTTERFLY(Y8, Y10, Y0, Y2, 4)
	BUTTERFLY(Y12, Y14, Y4, Y6, 4)
	BUTTERFLY(Y9, Y11, Y1, Y3, 8)
	BUTTERFLY(Y13, Y15, Y5, Y7, 8)

	BUTTERFLY(Y0, Y4, Y8, Y12, 12)
	BUTTERFLY(Y1, Y5, Y9, Y13, 12)
	BUTTERFLY(Y2, Y6, Y10, Y14, 16)
	BUTTERFLY(Y3, Y7, Y11, Y15, 16)

	VMOVUPD Y8, (DI)
	VMOVUPD Y9, (DI)(SI*1)
	VMOVUPD Y10, (DI)(SI*2)
	VMOVUPD Y11, (DI)(R9*1)
	VMOVUPD Y12, (R8)
	VMOVUPD Y13, (R8)(SI*1)
	VMOVUPD Y14, (R8)(SI*2)
	VMOVUPD Y15, (R8)(R9*1)

	ADDQ $32, DI
	ADDQ $32, R8
	DECQ CX
	JNZ loop

	VZEROUPPER
	RET
