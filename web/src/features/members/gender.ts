/** The gender codes of the wire. */
const names = ['Other', 'Male', 'Female', 'Unknown'] as const

export function genderName(code: number): string {
  return names[code] ?? 'Unknown'
}
