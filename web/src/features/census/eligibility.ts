/** Which files `Process Files` takes (rules.md#eligible-files, rules.md#mass-termination-guard), and what is said of
    the others. */
import { count } from '../../lib/money'
import { isBusy } from './busy'
import { guardState, guardTitle } from './changes'
import type { CensusFile } from './queries'
import { fileErrors } from './words'

/** Whether the import may begin: nothing is in its way, and whom it ends is confirmed where that must be. */
export function isEligible({ ReadyForProcessing }: Pick<CensusFile, 'ReadyForProcessing'>): boolean {
  return ReadyForProcessing
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
  return fileErrors(file)[0] ?? 'It has unresolved errors.'
}

export const nothingEligible = 'You did not select any files eligible for processing.'

/** What is said of chosen files that will be ignored. */
export function ineligible(number: number): string {
  return number === 1
    ? 'You selected 1 ineligible file — it will be ignored.'
    : `You selected ${count(number)} ineligible files — they will be ignored.`
}
