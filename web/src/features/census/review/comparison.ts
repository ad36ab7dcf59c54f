/** A row beside a member, fact by fact: what each says, and whether they agree. */
import { date } from '../../../lib/format/dates'
import { genderName } from '../../../lib/format/gender'
import { phone } from '../../../lib/format/masks'
import type { CensusRecord } from '../queries'
import type { Candidate } from './queries'

export interface Fact {
  term: string
  row: string
  member: (candidate: Candidate) => string
}

/** The facts that the row or one of its candidates has. */
export function factsOf(row: CensusRecord, candidates: readonly Candidate[]): Fact[] {
  const facts: Fact[] = [
    {
      term: 'Name',
      row: `${row.FirstName} ${row.LastName}`,
      member: ({ FirstName, LastName }) => `${FirstName} ${LastName}`,
    },
    {
      term: 'Date of birth',
      row: row.DateOfBirth ? date(row.DateOfBirth) : '',
      member: ({ DateOfBirth }) => date(DateOfBirth),
    },
    { term: 'Gender', row: gender(row.Gender), member: ({ Gender }) => gender(Gender) },
    { term: 'Unique ID', row: row.UniqueId, member: ({ UniqueId }) => UniqueId },
    { term: 'Other member ID', row: row.OtherMemberId, member: ({ OtherMemberId }) => OtherMemberId },
    { term: 'Member type', row: row.MemberType, member: ({ MemberType }) => MemberType },
    { term: 'Email', row: row.Email, member: ({ Email }) => Email },
    { term: 'Cell phone', row: phone(row.CellPhone), member: ({ CellPhone }) => phone(CellPhone) },
    { term: 'Home phone', row: phone(row.HomePhone), member: ({ HomePhone }) => phone(HomePhone) },
    { term: 'Address', row: address(row), member: address },
  ]
  return facts.filter(({ row: own, member }) => own !== '' || candidates.some((candidate) => member(candidate) !== ''))
}

/** What is unknown is told as blank: it differs from nothing. */
function gender(code: number | null | undefined): string {
  const name = typeof code === 'number' ? genderName(code) : 'Unknown'
  return name === 'Unknown' ? '' : name
}

function address({
  AddressLine1,
  City,
  State,
  ZipCode,
}: Pick<Candidate, 'AddressLine1' | 'City' | 'State' | 'ZipCode'>): string {
  return [AddressLine1, City, State, ZipCode].filter(Boolean).join(', ')
}

/** Whether both say something and not the same. */
export function differs(own: string, other: string): boolean {
  return own !== '' && other !== '' && own.toLowerCase() !== other.toLowerCase()
}

/** Whether both sides say the same, for every candidate: what is missing on one side has to be seen. */
export function agreesWithAll({ row, member }: Fact, candidates: readonly Candidate[]): boolean {
  return candidates.every((candidate) => row.toLowerCase() === member(candidate).toLowerCase())
}

/** `Name and Date of Birth`, with its score `· 90%`. */
export function evidence({ MatchTypeFormatted, Score }: Candidate, numbers: boolean): string {
  const percent = !numbers || typeof Score !== 'number' ? undefined : `${Math.round(Score * 100)}%`
  return [MatchTypeFormatted, percent].filter(Boolean).join(' · ')
}
