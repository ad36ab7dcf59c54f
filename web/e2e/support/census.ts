/** Census files as they are uploaded. */

const headings = ['UniqueId', 'MemberType', 'FirstName', 'LastName', 'DateOfBirth', 'FamilyId']

/** A census file of people: id, kind, names, date of birth and family. */
export function census(people: readonly (readonly string[])[]): string {
  return [headings, ...people].map((row) => `${row.join(',')}\r\n`).join('')
}
