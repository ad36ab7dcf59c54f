/** What is said of a question about a file, and which answers are offered. */
import type { FileQuestion } from './queries'

interface OfferedAnswer {
  says: string
  answer: boolean
}

const words: Readonly<Record<string, { yes: string; no: string }>> = {
  Section: { yes: 'Yes, They Have Left', no: 'No, They Stay' },
  Leaving: { yes: 'Yes, End Them', no: 'No, They Stay' },
  LeftOut: { yes: 'Yes, No Person', no: 'No' },
  LeftOutOfWhole: { yes: 'Yes, No Person', no: 'No' },
  FewNamed: { yes: 'Yes, It Is', no: 'No' },
  NewIds: { yes: 'Yes, Take New Ids', no: 'No, One by One' },
  Rewritten: { yes: 'Yes, It Is', no: 'No' },
  EmployeesOnly: { yes: 'Yes, Keep Them', no: 'No, End Them' },
}

/**
 * The answers that change something. A no about lines that were left out, or about whose file it is, changes nothing. New ids that were
 * taken stay: each row then has its own answer in the review.
 */
export function answers({ Kind, Answer }: Pick<FileQuestion, 'Kind' | 'Answer'>): OfferedAnswer[] {
  const { yes, no } = words[Kind] ?? { yes: 'Yes', no: 'No' }
  const both = [
    { says: yes, answer: true },
    { says: no, answer: false },
  ]
  if (Kind === 'NewIds' && Answer === true) return []
  const isNoIdle = Kind.startsWith('LeftOut') || Kind === 'FewNamed' || Kind === 'Rewritten'
  const offered = isNoIdle && typeof Answer !== 'boolean' ? both.slice(0, 1) : both
  return offered.filter(({ answer }) => answer !== Answer)
}

/** What becomes of the file until the question is answered. */
export function whyAsked({ Kind, Holds }: Pick<FileQuestion, 'Kind' | 'Holds'>): string {
  if (Kind === 'Section' || Kind === 'Leaving')
    return 'Until this is answered their status stays as it is, and the file is not imported.'
  if (Kind === 'NewIds')
    return 'Name, birth date and gender of each row are those of one member; only the id is another. A yes answers all of these rows, a no leaves each to the review.'
  if (Kind === 'EmployeesOnly')
    return Holds
      ? 'Their employees stay in the file. Without a yes the file ends them, and it is not imported until this is answered.'
      : 'This file does not end absent members, so they stay.'
  if (Kind === 'LeftOutOfWhole')
    return 'A line that is a person belongs into the file: correct it and upload it again. Else answer yes.'
  if (Kind === 'FewNamed')
    return 'A file of another group, or an old one, looks like this. It is not imported without a yes; a wrong file is deleted or replaced.'
  if (Kind === 'Rewritten')
    return 'A column that has moved by a row, or was sorted without the others, looks like this. It is not imported without a yes; a wrong file is deleted or replaced.'
  return Holds
    ? 'This file ends members who are absent from it. It is not imported until this is answered; a line that is a person is made a row.'
    : 'A line that is a person can be made a row.'
}

/** Whether the question is open although the import does not wait for it. */
export function isOpenOffer({ Kind, Answer }: Pick<FileQuestion, 'Kind' | 'Answer'>): boolean {
  return Kind === 'NewIds' && typeof Answer !== 'boolean'
}

/** `Yes, by Dana Reyes, 11/17/2026 16:40.` */
export function answerText(
  { Answer, AnsweredBy, AnsweredOn }: Pick<FileQuestion, 'Answer' | 'AnsweredBy' | 'AnsweredOn'>,
  moment: (on: string) => string,
): string {
  const when = AnsweredOn ? `, ${moment(AnsweredOn)}` : ''
  return `${Answer ? 'Yes' : 'No'}, by ${AnsweredBy ?? 'a person'}${when}.`
}
