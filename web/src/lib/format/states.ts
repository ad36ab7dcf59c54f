/** The 59 states, territories and armed-forces regions (rules.md#states). The server lists names; members carry the abbreviation. */

/** A state: its abbreviation is what is stored. */
export interface State {
  abbreviation: string
  name: string
}

const written = `
AL Alabama
AK Alaska
AZ Arizona
AR Arkansas
CA California
CO Colorado
CT Connecticut
DE Delaware
FL Florida
GA Georgia
HI Hawaii
ID Idaho
IL Illinois
IN Indiana
IA Iowa
KS Kansas
KY Kentucky
LA Louisiana
ME Maine
MD Maryland
MA Massachusetts
MI Michigan
MN Minnesota
MS Mississippi
MO Missouri
MT Montana
NE Nebraska
NV Nevada
NH New Hampshire
NJ New Jersey
NM New Mexico
NY New York
NC North Carolina
ND North Dakota
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UT Utah
VT Vermont
VA Virginia
WA Washington
WV West Virginia
WI Wisconsin
WY Wyoming
DC District of Columbia
AS American Samoa
GU Guam
MP Northern Mariana Islands
PR Puerto Rico
VI U.S. Virgin Islands
AA Armed Forces Americas
AE Armed Forces Europe
AP Armed Forces Pacific
`

export const states: readonly State[] = written
  .trim()
  .split('\n')
  .map((line) => ({ abbreviation: line.slice(0, 2), name: line.slice(3) }))
