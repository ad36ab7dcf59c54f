/** The gender codes of the wire. */
export const genders = ['Other', 'Male', 'Female', 'Unknown'] as const

export function genderName(code: number): string {
  return genders[code] ?? 'Unknown'
}
