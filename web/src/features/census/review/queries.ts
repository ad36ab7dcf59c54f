/** What the review of matches reads and writes. */
import { api, done, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import type { Pages } from '../../../lib/query'
import { censusKey } from '../queries'

type Schemas = components['schemas']
export type Reviewed = Schemas['ReviewView']
export type Candidate = Schemas['CandidateView']

/** Which rows are shown, by the words of the task's results. */
export type ReviewFilter = 'errors' | 'warnings' | 'matched' | 'unmatched'

export function reviewedRows(fileId: number, taskId: number, Filter: ReviewFilter): Pages<Reviewed> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'review', taskId, Filter],
    page: (wanted, signal) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/review', {
          params: { path: { fileId, taskId }, query: { Filter, ...wanted } },
          signal,
        }),
      ),
  }
}

/** Says that the person of a row is not a member, or forgets it again. */
export function setNotSame(
  fileId: number,
  taskId: number,
  RecordNumber: number,
  EmployeeId: number,
  IsNotSame: boolean,
): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/not-same', {
      params: { path: { fileId, taskId } },
      body: { RecordNumber, EmployeeId, IsNotSame },
    }),
  )
}
