/** The calls of undoing a processed file. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import type { Pages, Query } from '../../../lib/query'
import { censusKey, isUndoing } from '../busy'
import { pollEvery, type CensusFile } from '../queries'

type Schemas = components['schemas']
export type UndoPreview = Schemas['UndoView']
export type UndoCounts = Schemas['UndoCounts']
export type UndoneMember = Schemas['UndoneMemberView']

/** The counts of undoing a file: a preview before, the result after. */
export function undoPreview(id: number): Query<UndoPreview> {
  return {
    queryKey: [...censusKey, 'file', id, 'undo'],
    queryFn: ({ signal }) => value(api.GET('/api/v1/census/files/{id}/undo', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isUndoing({ Undo: state.data }) ? pollEvery : false),
  }
}

/** The members that the file changed: with `Kept` those that undoing leaves as they are, else those that it puts back. */
export function undoneMembers(id: number, Kept: boolean): Pages<UndoneMember> {
  return {
    queryKey: [...censusKey, 'file', id, 'undo', 'members', Kept],
    page: (wanted, signal) =>
      value(
        api.GET('/api/v1/census/files/{id}/undo/members', {
          params: { path: { id }, query: { Kept, ...wanted } },
          signal,
        }),
      ),
  }
}

export function undoFile(id: number): Promise<CensusFile> {
  return value(api.POST('/api/v1/census/files/{id}/undo', { params: { path: { id } } }))
}
