/** How a file was understood when its columns were mapped. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import type { Query } from '../../../lib/query'
import { censusKey } from '../busy'

type Schemas = components['schemas']
export type FileLayout = Schemas['FileLayoutView']
export type Layout = Schemas['LayoutView']
export type LayoutColumn = Schemas['LayoutColumnView']
export type LayoutQuestion = Schemas['LayoutQuestionView']
export type LayoutSection = Schemas['LayoutSectionView']
export type ReadPerson = Schemas['ReadPersonView']

/** The layout of a file. `since` is when its columns were mapped: another mapping makes another. */
export function layout(fileId: number, since: string): Query<FileLayout> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'layout', since],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/census/files/{fileId}/layout', { params: { path: { fileId } }, signal })),
  }
}
