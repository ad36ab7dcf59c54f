/** What the change set of a file reads and writes. */
import { api, done, value } from '../../../api/client'
import { addressOf } from '../../../api/downloads'
import { listQuery } from '../../../api/list'
import type { components } from '../../../api/schema'
import type { ListParams, Page } from '../../../lib/list'
import type { Pages, Query } from '../../../lib/query'
import { censusKey, pollEvery, taskRecords, type CensusChange } from '../queries'

type Schemas = components['schemas']
export type BillEffect = Schemas['BillEffectView']
export type PlanEffect = Schemas['PlanEffectView']

/** The kind of rows that were left out; they are no changes of their own. */
export const skippedKind = 'Skipped'

/** A page of the changes of a kind, of all that rows change without one. `since` is when they were inspected: a later inspection is another list. */
export function changePage(fileId: number, taskId: number, kind: string | undefined, since: string) {
  return (params: ListParams): Query<Page<CensusChange>> => ({
    queryKey: [...censusKey, 'file', fileId, 'change set', taskId, kind, since, params],
    queryFn: ({ signal }) =>
      kind === skippedKind ? skipped(fileId, taskId, params, signal) : changes(fileId, taskId, kind, params, signal),
  })
}

function changes(
  fileId: number,
  taskId: number,
  Kind: string | undefined,
  params: ListParams,
  signal: AbortSignal,
): Promise<Page<CensusChange>> {
  const query = { ...listQuery(params), ...(Kind === undefined ? {} : { Kind }) }
  return value(
    api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/changes', {
      params: { path: { fileId, taskId }, query },
      signal,
    }),
  )
}

async function skipped(
  fileId: number,
  taskId: number,
  { Page, PerPage, Term }: ListParams,
  signal: AbortSignal,
): Promise<Page<CensusChange>> {
  const found = await taskRecords(fileId, taskId, 'skipped', Term).page({ Page, PerPage }, signal)
  const rows = found.Data.map(({ RecordNumber, FirstName, LastName }) => ({
    RecordNumber,
    EmployeeId: null,
    FirstName,
    LastName,
    Kind: skippedKind,
    EffectiveDate: null,
    Changes: [],
    Remark: null,
    Warnings: [],
    SkippedRecord: null,
    PerMonth: null,
    ReplacesIdentity: false,
    IsDone: false,
  }))
  return { ...found, Data: rows }
}

/** The changes of a kind as a file, of all without one. */
export function changesHref(fileId: number, taskId: number, kind: string | undefined): string {
  const address = addressOf('/api/v1/census/files/{fileId}/tasks/{taskId}/changes/export', { fileId, taskId })
  return kind === undefined ? address : `${address}?${new URLSearchParams({ Kind: kind })}`
}

/** All that a file will change, for a list that grows. */
export function changePages(fileId: number, taskId: number, since: string): Pages<CensusChange> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'changes', taskId, since],
    page: (query, signal) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/changes', {
          params: { path: { fileId, taskId }, query },
          signal,
        }),
      ),
  }
}

/** So many of the newest changes are shown beside an import. */
const newest = 7

/** What the import has done last, while it runs as well. */
export function lastChanges(fileId: number, taskId: number, isRunning: boolean): Query<readonly CensusChange[]> {
  const query = { Page: 1, PerPage: newest, OrderBy: 'Id', OrderDesc: true }
  return {
    queryKey: [...censusKey, 'file', fileId, 'last changes', taskId, isRunning],
    queryFn: async ({ signal }) => {
      const { Data } = await value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/changes', {
          params: { path: { fileId, taskId }, query },
          signal,
        }),
      )
      // Before the first is done, the server answers with what is planned.
      return Data.filter(({ IsDone }) => IsDone)
    },
    refetchInterval: () => (isRunning ? pollEvery : false),
  }
}

/** What the file does to the next bill of each plan of its group. */
export function billEffect(fileId: number, taskId: number, since: string): Query<BillEffect> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'bill effect', taskId, since],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/bill-effect', {
          params: { path: { fileId, taskId } },
          signal,
        }),
      ),
  }
}

/** Keeps absent members, all of them without ids, or lets the file end them again. */
export function keepAbsent(
  fileId: number,
  taskId: number,
  EmployeeIds: readonly number[] | null,
  Keep: boolean,
): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/absent', {
      params: { path: { fileId, taskId } },
      body: { EmployeeIds: EmployeeIds && [...EmployeeIds], Keep },
    }),
  )
}
