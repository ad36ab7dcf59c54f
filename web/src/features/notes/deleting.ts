/** The question before a note is deleted. */
import { momentDate } from '../../lib/format/dates'
import { IconHistory } from '../../ui/icons'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { alert, deleteNote, notesKey, type Note } from './queries'
import { inShort } from './words'

export function askToDelete(employerId: number, note: Note): void {
  confirmFirst({
    title: 'Delete Note',
    question: 'Are you sure you want to delete this note?',
    facts: [
      { term: 'Note', value: inShort(note.Body) },
      { term: 'Type', value: note.NoteType === alert ? 'Alert' : 'General' },
      { term: 'Written', value: `${momentDate(note.CreatedOn)} by ${note.CreatedBy}` },
    ],
    next: [{ icon: IconHistory, text: 'The deletion is kept in the audit trail with your name.' }],
    action: 'Delete Note',
    destroys: true,
    run: () => deleteNote(employerId, note.Id),
    refresh: [notesKey(employerId)],
    saved: 'Note has been deleted.',
    errorNotice: true,
  })
}
