/** Whether a census file is at work. Apart from the calls, since the frame of all pages asks it too (rosterFollows.ts). */
import type { CensusFile } from './queries'

/** Everything about census files; refreshed as a whole after a change. */
export const censusKey = ['census']

/** As much of a file as tells whether it is at work, and what has run. */
export type Followed = Pick<CensusFile, 'Id' | 'CurrentTask' | 'Undo'> & {
  Tasks: readonly { CompletedOn?: string | null }[]
}

export const undoStates = { queued: 'Queued', running: 'Running', done: 'Done', failed: 'Failed' } as const

/** Whether the undoing of the file waits or is at work. */
export function isUndoing({ Undo }: { Undo?: { State?: string | null } | null }): boolean {
  return Undo?.State === undoStates.queued || Undo?.State === undoStates.running
}

/** Whether a task of the file, or its undoing, is queued or at work. */
export function isBusy(file: Omit<Followed, 'Id' | 'Tasks'>): boolean {
  return Boolean(file.CurrentTask) || isUndoing(file)
}
