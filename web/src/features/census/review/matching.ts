/** The choice of a member for a row: what is offered, and what the row says of the person. */
import { date } from '../../../lib/format/dates'
import { refuse } from '../../../lib/failure'
import { phone } from '../../../lib/format/masks'
import type { CensusRecord } from '../queries'

export interface MatchValues {
  /** A member's id, 0 for a new one, `anotherMember` for one that is searched for; null until it is chosen. */
  Member: number | null
  EmployeeId: number | null
  EmployeeName: string
}

export const anotherMember = -1
export const newMember = 0

export const matchBlank: MatchValues = { Member: null, EmployeeId: null, EmployeeName: '' }

/** What was chosen before stands chosen. */
export function matchValues({ EmployeeMatches }: Pick<CensusRecord, 'EmployeeMatches'>): MatchValues {
  return { ...matchBlank, Member: EmployeeMatches.find(({ Chosen }) => Chosen)?.EmployeeId ?? null }
}

export function matchOptions({
  EmployeeMatches,
}: Pick<CensusRecord, 'EmployeeMatches'>): { value: number; label: string }[] {
  const found = EmployeeMatches.map((match) => ({ value: match.EmployeeId, label: matchText(match) }))
  return [
    ...found,
    { value: newMember, label: 'A new member' },
    { value: anotherMember, label: 'Another member of the group…' },
  ]
}

/** The member to send, 0 for a new one; what needs no server is refused here. */
export function chosenMember({ Member, EmployeeId }: MatchValues): number {
  if (Member === null) return refuse('Member', 'Choose who this row is.')
  if (Member !== anotherMember) return Member
  return EmployeeId ?? refuse('EmployeeId', 'Choose a member.')
}

/** `Gideon Eastlake · Name and Date of Birth · 90%`. */
export function matchText(match: CensusRecord['EmployeeMatches'][number]): string {
  return `${match.EmployeeFirstName} ${match.EmployeeLastName} · ${match.MatchTypeFormatted} · ${Math.round(match.Score * 100)}%`
}

/** The reasons that weigh something: of `State agrees (-0.0)` nothing depends. */
export function weighty(reasons: readonly string[]): string[] {
  return reasons.filter((reason) => !/\([+-]0\.0\)$/.test(reason))
}

/** The same with the weightiest of what speaks for and against it. */
export function matchStory(match: CensusRecord['EmployeeMatches'][number]): string {
  return [matchText(match), ...weighty(match.Reasons).slice(0, 4)].join(' · ')
}

/** What the row says of the person, for comparing. */
export function personFacts(record: CensusRecord): { term: string; value: string }[] {
  const facts = [
    { term: 'Name', value: `${record.FirstName} ${record.LastName}` },
    { term: 'Date of birth', value: record.DateOfBirth ? date(record.DateOfBirth) : '' },
    { term: 'Unique ID', value: record.UniqueId },
    { term: 'Other member ID', value: record.OtherMemberId },
    { term: 'Email', value: record.Email },
    { term: 'Cell phone', value: phone(record.CellPhone) },
    {
      term: 'Address',
      value: [record.AddressLine1, record.City, record.State, record.ZipCode].filter(Boolean).join(', '),
    },
  ]
  return facts.filter(({ value }) => value !== '')
}
