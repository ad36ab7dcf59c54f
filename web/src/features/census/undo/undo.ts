/** How the undoing of a file is put into words: how far it is, what it does to members, and why some of them are kept. */
import { moment } from '../../../lib/format/dates'
import { count, counted } from '../../../lib/format/money'
import type { DotLook } from '../../../ui/value/StatusDot'
import { undoStates } from '../busy'
import type { CensusFile } from '../queries'
import type { UndoCounts, UndoneMember, UndoPreview } from './queries'

type Undone = Pick<CensusFile, 'Undo'>

/** The status of a file whose undoing was asked for; nothing for the others. */
export function undoStatus({ Undo }: Undone): (DotLook & { says: string }) | undefined {
  if (!Undo) return undefined
  if (Undo.State === undoStates.queued) return { tone: 'info', shape: 'ring', says: 'Undo queued' }
  if (Undo.State === undoStates.running)
    return { tone: 'info', shape: 'running', says: `Undoing ${count(Undo.Done)} of ${count(Undo.Total)}` }
  if (Undo.State === undoStates.failed) return { tone: 'bad', says: 'Undo stopped' }
  return { tone: 'off', says: Undo.Kept > 0 ? `Undone, ${count(Undo.Kept)} kept` : 'Undone' }
}

interface Effect {
  kind: keyof UndoCounts
  label: string
  says: string
}

const effects: readonly Effect[] = [
  { kind: 'Created', label: 'Taken off the roster', says: 'created by the file: In-Active, as if never covered' },
  { kind: 'Updated', label: 'Changed back', says: 'their former values' },
  { kind: 'Reactivated', label: 'Ended again', says: 'brought back by the file' },
  { kind: 'Terminated', label: 'Active again', says: 'ended by the file' },
]

/** What undoing does to how many members, kind by kind; kinds of nobody are left out. */
export function effectLines(counts: UndoCounts): { term: string; value: string }[] {
  return effects
    .filter(({ kind }) => counts[kind] > 0)
    .map(({ kind, label, says }) => ({ term: label, value: `${counted(counts[kind], 'member')} · ${says}` }))
}

const did: Readonly<Record<string, string>> = {
  Created: 'Created by the file',
  Updated: 'Changed by the file',
  Reactivated: 'Brought back by the file',
  Terminated: 'Ended by the file',
}

/** What the file did to a member, and where in the file that stood. */
export function whatWasDone({ Kind, RecordNumber }: Pick<UndoneMember, 'Kind' | 'RecordNumber'>): string {
  return `${did[Kind] ?? Kind} · ${RecordNumber ? `row ${count(RecordNumber)}` : 'absent from it'}`
}

/** What the panel says above everything else: how far it is, how it ended, or until when it is possible. */
export function undoHeadline({
  State,
  PutBack,
  Kept,
  CanUndo,
  Reason,
}: Pick<UndoPreview, 'State' | 'PutBack' | 'Kept' | 'CanUndo' | 'Reason'>): string {
  if (State === undoStates.done) return `${counted(PutBack.Total, 'member')} put back, ${count(Kept.Total)} kept.`
  return CanUndo || !Reason
    ? 'Every member that nobody has changed since is put back to what it was before this file.'
    : Reason
}

/** Why a member is kept, and who is behind it. */
export function whyKept({
  Reason,
  ChangedBy,
  ChangedOn,
}: Pick<UndoneMember, 'Reason' | 'ChangedBy' | 'ChangedOn'>): string {
  const by = [ChangedBy && `by ${ChangedBy}`, ChangedOn && `on ${moment(ChangedOn)}`].filter(Boolean).join(' ')
  return by ? `${Reason ?? ''} Last changed ${by}.` : (Reason ?? '')
}
