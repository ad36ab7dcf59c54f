/** What the notes of a group read and write. */
import { api, done, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'

export type Note = components['schemas']['NoteView']

/** The types of notes; alerts stand on the group's overview. */
export const general = 0
export const alert = 1

/** The notes of a group, alerts among them; refreshed as a whole after a save. */
export function notesKey(employerId: number) {
  return ['notes', employerId]
}

export function notes(employerId: number): Query<Note[]> {
  return {
    queryKey: [...notesKey(employerId), 'list'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/notes', { params: { path: { employerId } }, signal })),
  }
}

/** The notes that warn, newest first. */
export function alerts(employerId: number): Query<Note[]> {
  return {
    queryKey: [...notesKey(employerId), 'alerts'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/notes/alerts', { params: { path: { employerId } }, signal })),
  }
}

export function note(employerId: number, noteId: number): Query<Note> {
  return {
    queryKey: [...notesKey(employerId), noteId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/employers/{employerId}/notes/{noteId}', { params: { path: { employerId, noteId } }, signal }),
      ),
  }
}

/** Creates a note, or saves the one with this id. */
export function saveNote(
  employerId: number,
  noteId: number | undefined,
  body: components['schemas']['NoteInput'],
): Promise<Note> {
  return noteId === undefined
    ? value(api.POST('/api/v1/employers/{employerId}/notes', { params: { path: { employerId } }, body }))
    : value(
        api.PUT('/api/v1/employers/{employerId}/notes/{noteId}', { params: { path: { employerId, noteId } }, body }),
      )
}

export function deleteNote(employerId: number, noteId: number): Promise<void> {
  return done(api.DELETE('/api/v1/employers/{employerId}/notes/{noteId}', { params: { path: { employerId, noteId } } }))
}
