/** Which files `Process Files` takes (rules.md#eligible-files, rules.md#mass-termination-guard), and what is said of
    the others. */
import { count, counted } from '../../../lib/format/money'
import { waitsForLook } from '../asking/seen'
import { isBusy } from '../busy'
import { guardState, guardTitle } from '../changes'
import type { CensusFile } from '../queries'
import { fileErrors, taskKinds } from '../words'

/** Whether the import may begin: nothing is in its way, and whom it ends is confirmed where that must be. */
export function isEligible({ ReadyForProcessing }: Pick<CensusFile, 'ReadyForProcessing'>): boolean {
  return ReadyForProcessing
}

/** Whether Process Files takes the file now: an inspected one only once its changes were looked at. */
export function isTaken(file: CensusFile): boolean {
  return isEligible(file) && !waitsForLook(file)
}

/** Why a file is not taken, in the order in which it would be mended. */
export function whyIgnored(file: CensusFile): string {
  if (file.IsMultiGroup) return 'It holds several groups; its files are processed one by one.'
  if (file.EmployerGroup?.StatusName === 'In-Active') return 'Its group is inactive.'
  if (isBusy(file)) return 'It is being worked on already.'
  if (file.Undo) return 'It has been undone.'
  if (!file.NextTask) return 'It has been processed.'
  const guard = guardState(file)
  if (guard && !guard.isConfirmed) return `${guardTitle(guard)} An administrator has to confirm that first.`
  const asked = file.Questions.filter(({ Holds }) => Holds).length
  if (inspected(file) && asked > 0)
    return `${counted(asked, 'question')} about it ${asked === 1 ? 'is' : 'are'} not answered.`
  if (isEligible(file) && waitsForLook(file)) return 'What it will change has not been looked at.'
  return fileErrors(file)[0] ?? 'It has unresolved errors.'
}

function inspected({ NextTask }: Pick<CensusFile, 'NextTask'>): boolean {
  return NextTask?.Task === taskKinds.process
}

export const nothingEligible = 'You did not select any files eligible for processing.'

/** What is said of chosen files that will be ignored. */
export function ineligible(number: number): string {
  return number === 1
    ? 'You selected 1 ineligible file — it will be ignored.'
    : `You selected ${count(number)} ineligible files — they will be ignored.`
}
