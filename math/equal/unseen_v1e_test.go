package equal

import "testing"

// openV1e are the pairs of the table that have another verdict than it states, and why. Nearly all
// are equal for real symbols, or but for a part of the domain, of which the problem says nothing.
var openV1e = map[string]Verdict{
	"V640": Undecided, // the values agree, but the numbers in them are so large or small that more digits would be
	"V641": Undecided, // the values agree, but the numbers in them are so large or small that more digits would be
	"V657": Undecided, // equal on part of the domain only
	"V658": Undecided, // equal on part of the domain only
	"V659": Undecided, // equal on part of the domain only
	"V660": Undecided, // equal on part of the domain only
	"V661": Undecided, // equal on part of the domain only
	"V662": Undecided, // equal on part of the domain only
	"V663": Undecided, // equal on part of the domain only
	"V664": Undecided, // the values agree at 108 points
	"V667": Undecided, // equal on part of the domain only
	"W373": Undecided, // equal on part of the domain only
	"W374": Undecided, // equal on part of the domain only
	"W375": Undecided, // equal on part of the domain only
	"W376": Undecided, // equal on part of the domain only
	"W377": Undecided, // equal on part of the domain only
	"W380": Undecided, // equal on part of the domain only
	"W381": Undecided, // equal on part of the domain only
	"W382": Undecided, // equal on part of the domain only
	"W383": Undecided, // equal on part of the domain only
	"W384": Undecided, // equal on part of the domain only
	"W385": Undecided, // equal on part of the domain only
	"W386": Undecided, // equal on part of the domain only
	"W387": Undecided, // equal on part of the domain only
	"W388": Undecided, // equal on part of the domain only
	"W389": Undecided, // equal on part of the domain only
	"W390": Undecided, // equal on part of the domain only
	"W391": Undecided, // equal on part of the domain only
	"W392": Undecided, // the values agree at 64 points
	"W407": Undecided, // agreement where -100000000000000000000\left(-3 + x\right)^{2} is so large that a differenc
	"W408": Undecided, // agreement where -100000000000000000000\left(-3 + x\right)^{2} is so large that a differenc
	"W409": Undecided, // agreement where -1000000000\left|-3 + x\right| is so large that a difference would not be
	"W410": Undecided, // the values could not be separated within the budget of operations
	"W413": Undecided, // equal on part of the domain only
	"W418": Undecided, // the values agree at 96 points
	"W419": Undecided, // the values agree at 76 points
	"X001": Undecided, // equivalent for real \psi
	"X002": Undecided, // equivalent for real \psi
	"X003": Undecided, // equivalent for real \mathcal{M}
	"X004": Undecided, // equivalent for real M
	"X006": Undecided, // equivalent for real z
	"X007": Undecided, // equivalent for real z
	"X010": Undecided, // equivalent for real c_1
	"X011": Undecided, // equivalent for real \alpha
	"X012": Undecided, // equivalent for real \chi
	"X013": Undecided, // equivalent for real G
	"X014": Undecided, // equivalent for real G
	"X015": Undecided, // equivalent for real G
	"X019": Undecided, // equivalent for real V_{cb}, V_{cs}^{*}, V_{ub}^{*}, V_{us}
	"X020": Undecided, // equivalent for real S_{11}
	"X021": Undecided, // equivalent for real \phi
	"X022": Undecided, // equivalent for real \phi
	"X026": Undecided, // equivalent for real \Delta
	"X027": Undecided, // equivalent for real E
	"X028": Undecided, // equivalent for real E_1, E_2
	"X029": Undecided, // equal for a > 0
	"X030": Undecided, // equal for z > 0
	"X031": Undecided, // equivalent for real f
	"X032": Undecided, // equivalent for real f
	"X036": Undecided, // equivalent for real \psi_1, \psi_2
	"X525": Undecided, // equal on part of the domain only
	"X526": Undecided, // equal on part of the domain only
	"X527": Undecided, // equal on part of the domain only
	"X528": Undecided, // equal on part of the domain only
	"X529": Undecided, // equal on part of the domain only
	"X530": Undecided, // equal on part of the domain only
	"X531": Undecided, // equal on part of the domain only
	"X532": Undecided, // equal on part of the domain only
	"X533": Undecided, // equal on part of the domain only
	"X534": Undecided, // equal on part of the domain only
	"X535": Undecided, // equal on part of the domain only
	"X536": Undecided, // equal on part of the domain only
	"X537": Undecided, // equal on part of the domain only
	"X538": Undecided, // equal on part of the domain only
	"X539": Undecided, // equal on part of the domain only
	"X540": Undecided, // equal on part of the domain only
	"X541": Undecided, // equal on part of the domain only
	"X542": Undecided, // equal for x > 0
	"X543": Undecided, // equal for x > 0
	"X545": Undecided, // equal on part of the domain only
	"X546": Undecided, // equal on part of the domain only
	"X547": Undecided, // equal on part of the domain only
	"X548": Undecided, // equal on part of the domain only
	"X549": Undecided, // equal for x > 0
	"X550": Undecided, // equal on part of the domain only
	"X551": Undecided, // equal on part of the domain only
	"X552": Undecided, // equal on part of the domain only
	"X553": Undecided, // equal on part of the domain only
	"X554": Undecided, // equal on part of the domain only
	"X555": Undecided, // equal on part of the domain only
	"X556": Undecided, // equal on part of the domain only
	"X557": Undecided, // equal on part of the domain only
	"X558": Undecided, // equal on part of the domain only
	"X559": Undecided, // equal on part of the domain only
	"X560": Undecided, // the values agree at the points that were tried
	"X561": Undecided, // the values agree at the points that were tried
	"X562": Undecided, // the values agree at the points that were tried
	"X563": Undecided, // the values agree at the points that were tried
	"X576": Undecided, // cannot evaluate the function gcd
	"X584": Undecided, // equal on part of the domain only
	"X585": Undecided, // equal on part of the domain only
	"X586": Undecided, // equal on part of the domain only
	"X587": Undecided, // the values agree at 64 points
	"X589": Undecided, // equal on part of the domain only
	"X590": Undecided, // equal for x > 0
	"X591": Undecided, // equal for x > 0
	"X592": Undecided, // equal for x > 0
	"X593": Undecided, // equal on part of the domain only
	"X594": Undecided, // equal for x > 0
	"X595": Undecided, // equal on part of the domain only
	"X596": Undecided, // equal for x > 0
	"Y109": Undecided, // equal on part of the domain only
	"Y110": Undecided, // equal on part of the domain only
	"Y111": Undecided, // equal on part of the domain only
	"Y112": Undecided, // equal on part of the domain only
	"Y113": Undecided, // equal on part of the domain only
	"Y114": Undecided, // equal on part of the domain only
	"Y115": Undecided, // equal on part of the domain only
	"Y116": Undecided, // equal on part of the domain only
	"Y117": Undecided, // equal on part of the domain only
	"Y118": Undecided, // equal on part of the domain only
	"Y119": Undecided, // equal on part of the domain only
	"Y120": Undecided, // equal on part of the domain only
	"Y121": Undecided, // equal on part of the domain only
	"Y122": Undecided, // equal on part of the domain only
	"Y123": Undecided, // equal on part of the domain only
	"Y124": Undecided, // equal on part of the domain only
	"Y125": Undecided, // equal on part of the domain only
	"Y126": Undecided, // equal on part of the domain only
	"Y127": Undecided, // equal on part of the domain only
	"Y128": Undecided, // equal on part of the domain only
	"Y129": Undecided, // equal on part of the domain only
	"Y130": Undecided, // equal on part of the domain only
	"Y131": Undecided, // equal on part of the domain only
	"Y132": Undecided, // equal on part of the domain only
	"Y133": Undecided, // equal on part of the domain only
	"Y134": Undecided, // equal on part of the domain only
	"Y135": Undecided, // equal on part of the domain only
	"Y136": Undecided, // equal on part of the domain only
	"Y137": Undecided, // equal on part of the domain only
	"Y138": Undecided, // equal on part of the domain only
	"Y139": Undecided, // equal on part of the domain only
	"Y140": Undecided, // equal on part of the domain only
	"Y141": Undecided, // equal on part of the domain only
	"Y142": Undecided, // equal on part of the domain only
	"Y143": Undecided, // equal on part of the domain only
	"Y144": Undecided, // equal on part of the domain only
	"Y145": Undecided, // equal on part of the domain only
	"Y146": Undecided, // equal on part of the domain only
	"Y147": Undecided, // equal on part of the domain only
	"Y148": Undecided, // equal on part of the domain only
	"Y149": Undecided, // equal on part of the domain only
	"Y150": Undecided, // equal on part of the domain only
	"Y151": Undecided, // equal on part of the domain only
	"Y152": Undecided, // equal on part of the domain only
	"Y153": Undecided, // equal on part of the domain only
	"Y154": Undecided, // equal on part of the domain only
	"Y155": Undecided, // equal on part of the domain only
	"Y156": Undecided, // equal on part of the domain only
	"Y157": Undecided, // equal on part of the domain only
	"Y158": Undecided, // equal on part of the domain only
	"Y159": Undecided, // equal on part of the domain only
	"Y160": Undecided, // equal on part of the domain only
	"Y161": Undecided, // equal on part of the domain only
	"Y162": Undecided, // equal on part of the domain only
	"Y163": Undecided, // equal on part of the domain only
	"Y164": Undecided, // equal on part of the domain only
	"Y165": Undecided, // equal on part of the domain only
	"Y166": Undecided, // equal on part of the domain only
	"Y167": Undecided, // equal on part of the domain only
	"Y168": Undecided, // equal on part of the domain only
	"Y169": Undecided, // equal on part of the domain only
	"Y170": Undecided, // equal on part of the domain only
	"Y172": Undecided, // equal on part of the domain only
	"Y173": Undecided, // equal on part of the domain only
	"Y174": Undecided, // equal on part of the domain only
	"Y175": Undecided, // equal on part of the domain only
	"Y176": Undecided, // equal on part of the domain only
	"Y177": Undecided, // equal on part of the domain only
	"Y178": Undecided, // equal on part of the domain only
	"Y179": Undecided, // equal on part of the domain only
	"Y180": Undecided, // equal on part of the domain only
	"Y182": Undecided, // equal on part of the domain only
	"Y183": Undecided, // equal on part of the domain only
	"Y184": Undecided, // equal on part of the domain only
	"Y185": Undecided, // equal on part of the domain only
	"Y186": Undecided, // equal on part of the domain only
	"Y187": Undecided, // equal on part of the domain only
	"Y188": Undecided, // equal for x, y > 0
	"Y189": Undecided, // equal on part of the domain only
	"Y190": Undecided, // equal on part of the domain only
	"Y192": Undecided, // equal on part of the domain only
	"Y193": Undecided, // equal on part of the domain only
	"Y194": Undecided, // equal on part of the domain only
	"Y195": Undecided, // equal on part of the domain only
	"Y196": Undecided, // equal on part of the domain only
	"Y197": Undecided, // equal on part of the domain only
	"Y198": Undecided, // equal for x, y > 0
	"Y199": Undecided, // equal on part of the domain only
	"Y200": Undecided, // equal on part of the domain only
	"Y202": Undecided, // equal on part of the domain only
	"Y203": Undecided, // equal on part of the domain only
	"Y204": Undecided, // equal on part of the domain only
	"Y205": Undecided, // equal on part of the domain only
	"Y206": Undecided, // equal on part of the domain only
	"Y207": Undecided, // equal on part of the domain only
	"Y208": Undecided, // equal for x, y > 0
	"Y209": Undecided, // equal on part of the domain only
	"Y210": Undecided, // equal on part of the domain only
	"Y212": Undecided, // equal on part of the domain only
	"Y213": Undecided, // equal on part of the domain only
	"Y214": Undecided, // equal on part of the domain only
	"Y215": Undecided, // equal on part of the domain only
	"Y216": Undecided, // equal on part of the domain only
	"Y217": Undecided, // equal on part of the domain only
	"Y218": Undecided, // equal on part of the domain only
	"Y219": Undecided, // equal on part of the domain only
	"Y220": Undecided, // equal on part of the domain only
	"Y222": Undecided, // equal on part of the domain only
	"Y223": Undecided, // equal on part of the domain only
	"Y224": Undecided, // equal on part of the domain only
	"Y225": Undecided, // equal on part of the domain only
	"Y226": Undecided, // equal on part of the domain only
	"Y227": Undecided, // equal on part of the domain only
	"Y228": Undecided, // equal for x, y > 0
	"Y229": Undecided, // equal on part of the domain only
	"Y230": Undecided, // equal on part of the domain only
	"Y232": Undecided, // equal on part of the domain only
	"Y233": Undecided, // equal on part of the domain only
	"Y234": Undecided, // equal on part of the domain only
	"Y235": Undecided, // equal on part of the domain only
	"Y236": Undecided, // equal on part of the domain only
	"Y237": Undecided, // equal on part of the domain only
	"Y238": Undecided, // equal for x, y > 0
	"Y255": Undecided, // equal on part of the domain only
	"Y256": Undecided, // equal on part of the domain only
	"Y257": Undecided, // equal on part of the domain only
	"Y258": Undecided, // equal on part of the domain only
	"Y259": Undecided, // equal on part of the domain only
	"Y260": Undecided, // equal for x > 0
	"Y261": Undecided, // equal for x > 0
	"Y266": Undecided, // equal for x > 0
	"Y267": Undecided, // equal for x > 0
	"Y268": Undecided, // equal for x > 0
	"Y270": Undecided, // equal for x > 0
	"Y271": Undecided, // equal for x > 0
	"Y272": Undecided, // equal for x > 0
	"Y273": Undecided, // equal for x > 0
	"Y274": Undecided, // equal for x > 0
	"Y275": Undecided, // equal for x > 0
	"Y276": Undecided, // equal for x, y > 0
	"Y277": Undecided, // equal on part of the domain only
	"Y278": Undecided, // equal on part of the domain only
	"Y279": Undecided, // equal on part of the domain only
	"Y280": Undecided, // equal on part of the domain only
	"Y281": Undecided, // equal on part of the domain only
	"Y282": Undecided, // equal on part of the domain only
	"Y283": Undecided, // equal on part of the domain only
	"Y284": Undecided, // equal on part of the domain only
	"Y285": Undecided, // the values agree at 56 points
	"Y286": Undecided, // the values agree at 80 points
	"Y287": Undecided, // the values agree at 96 points
	"Y290": Undecided, // equal but for single points, at which the value of a step is a convention
	"Y291": Undecided, // equal on part of the domain only
	"Y294": Undecided, // equal on part of the domain only
	"Z031": Undecided, // equivalent for real \psi, \psi'
	"Z032": Undecided, // equivalent for real \psi
	"Z033": Undecided, // equivalent for real \psi
	"Z034": Undecided, // equivalent for real \psi
	"Z035": Undecided, // equivalent for real G
	"Z037": Undecided, // equivalent for real \Sigma
	"Z038": Undecided, // equivalent for real \Pi
	"Z040": Undecided, // equivalent for real E_0, \alpha
	"Z041": Undecided, // equivalent for real \alpha
	"Z044": Undecided, // equivalent for real \epsilon
	"Z049": Undecided, // equivalent for real \alpha
	"Z051": Undecided, // equivalent for real \alpha
	"S030": Undecided, // equal where the reference is real, and not elsewhere
	"S033": Undecided, // equal where the reference is real, and not elsewhere
	"S034": Undecided, // equal where the reference is real, and not elsewhere
	"S035": Undecided, // equal where the reference is real, and not elsewhere
	"S036": Undecided, // equal where the reference is real, and not elsewhere
	"S037": Undecided, // equal where the reference is real, and not elsewhere
	"S042": Undecided, // cannot evaluate a sum without limits
}

// TestUnseenV1e grades pairs of a blind test that differ where a sample does not look: complex values
// at odd integers, conjugation of symbols of which nothing is said, narrow windows, single points,
// far shifts. The verdicts are by inspection.
func TestUnseenV1e(t *testing.T) {
	gradeTable(t, "unseen_V1e.jsonl", openV1e)
}

// TestKindsComplexValues grades pairs of kinds: references that are complex by intention, and what a
// pair conjugates.
func TestKindsComplexValues(t *testing.T) {
	gradeTable(t, "kinds_complex_values.jsonl", nil)
}

// TestKindsSwitches grades pairs of kinds: cells between switches, isolated points, steps.
func TestKindsSwitches(t *testing.T) {
	gradeTable(t, "kinds_switches.jsonl", nil)
}
