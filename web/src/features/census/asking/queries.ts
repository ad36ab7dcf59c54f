/** What a file asks: the answers to its questions, the lines that were left out of it, and a look at its changes. */
import { api, done, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import type { Pages } from '../../../lib/query'
import { censusKey } from '../busy'

type Schemas = components['schemas']
export type FileQuestion = Schemas['FileQuestionView']
export type LeftOutLine = Schemas['LeftOutView']

export function answerQuestion(fileId: number, questionId: number, Answer: boolean): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/questions/{questionId}', {
      params: { path: { fileId, questionId } },
      body: { Answer },
    }),
  )
}

/** The lines that were left out, or those of them that may be people. `since` is when the rows were read: another reading leaves out others. */
export function leftOutLines(fileId: number, OnlyNamed: boolean, since: string): Pages<LeftOutLine> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'left out', OnlyNamed, since],
    page: (wanted, signal) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/left-out', {
          params: { path: { fileId }, query: { OnlyNamed, ...wanted } },
          signal,
        }),
      ),
  }
}

/** Gives rows of unknown Group IDs to groups, or leaves them out (0); the file is then split again. */
export function saveGroupIds(fileId: number, taskId: number, GroupIds: Schemas['GroupIdChoice'][]): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/group-ids', {
      params: { path: { fileId, taskId } },
      body: { GroupIds },
    }),
  )
}

export function makeRow(fileId: number, Line: number): Promise<void> {
  return done(api.PUT('/api/v1/census/files/{fileId}/left-out', { params: { path: { fileId } }, body: { Line } }))
}

/** Notes that one has looked at the changes that an inspection has found. */
export function seeChanges(fileId: number, taskId: number, Inspection: number): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/changes/seen', {
      params: { path: { fileId, taskId } },
      body: { Inspection },
    }),
  )
}
