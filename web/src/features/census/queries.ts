/** What the census screens read and write. While a task is at work its file is asked again every second. */
import { api, done, offered, value } from '../../api/client'
import { listCsv } from '../../api/downloads'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import { date } from '../../lib/format/dates'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Pages, Query } from '../../lib/query'
import { censusKey, isBusy } from './busy'

type Schemas = components['schemas']
export type CensusFile = Schemas['FileView']
export type CensusTask = Schemas['TaskView']
export type CensusRecord = Schemas['RecordView']
export type CensusMapping = Schemas['MappingView']
export type CensusChange = Schemas['CensusChangeView']

export { censusKey }

/** How often a file at work is asked again, in milliseconds. */
export const pollEvery = 1000

function fileQuery(employerId: number | undefined, params: ListParams) {
  const groups = employerId === undefined ? (params.Filters.group ?? []).map(Number) : [employerId]
  return {
    ...listQuery(params),
    ...(groups.length > 0 ? { EmployerIds: groups } : {}),
    ...(params.Filters.errors ? { OnlyWithErrors: true } : {}),
    ...(params.Filters.ready ? { OnlyNeedingAttention: true } : {}),
    ...(params.Filters.status ? { Statuses: params.Filters.status.map(Number) } : {}),
    ...(params.Filters.uploader ? { UploadedByIds: params.Filters.uploader.map(Number) } : {}),
    ...(params.Filters.from?.[0] ? { UploadedFrom: params.Filters.from[0] } : {}),
    ...(params.Filters.to?.[0] ? { UploadedTo: params.Filters.to[0] } : {}),
  }
}

/** The users who uploaded files of one group, or of all. */
export function uploaderChoices(employerId: number | undefined): Query<Schemas['Named'][]> {
  const query = employerId === undefined ? {} : { EmployerId: employerId }
  return {
    queryKey: [...censusKey, 'uploaders', employerId],
    queryFn: ({ signal }) => value(api.GET('/api/v1/census/files/uploaders', { params: { query }, signal })),
  }
}

/** The list as a file. */
export function fileCsv(employerId: number | undefined) {
  return listCsv('/api/v1/census/files/as-csv', {}, (asked) => fileQuery(employerId, asked))
}

/** The files of one group, or of all; the first page has the `opened` one, wherever it would stand. */
function fileList(employerId: number | undefined, opened?: number) {
  return (params: ListParams): Query<Page<CensusFile>> => {
    const query = {
      ...fileQuery(employerId, params),
      ...(opened === undefined ? {} : { ExpandedFileId: opened }),
    }
    return {
      queryKey: [...censusKey, 'list', query],
      queryFn: ({ signal }) => offered(api.GET('/api/v1/census/files', { params: { query }, signal })),
      refetchInterval: ({ state }) => (state.data?.Data.some(isBusy) ? pollEvery : false),
    }
  }
}

/** That list on its page. */
export function fileListing(employerId: number | undefined, opened?: number): Listing<CensusFile> {
  return {
    listKey: employerId === undefined ? 'census-files' : 'group-census-files',
    list: fileList(employerId, opened),
    defaults: { PerPage: 25, OrderBy: 'UploadDate', OrderDesc: true },
  }
}

/** The five newest files of a group. */
export function latestFiles(employerId: number): Query<readonly CensusFile[]> {
  const { queryKey, queryFn } = fileList(employerId)({
    Page: 1,
    PerPage: 5,
    OrderBy: 'UploadDate',
    OrderDesc: true,
    Term: '',
    Filters: {},
  })
  return {
    queryKey: [...queryKey, 'latest'],
    queryFn: async (context) => (await queryFn(context)).Data,
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? pollEvery : false),
  }
}

/** What the list is searched by to find the parts of a file: a part bears the name of the whole, but for its ending. */
export function partsTerm({ OriginalFileName }: Pick<CensusFile, 'OriginalFileName'>): string {
  return OriginalFileName.replace(/\.[^.]*$/, '').slice(0, longestTerm)
}

/** The server takes no longer one. */
const longestTerm = 200

/** The files that a file of several groups was split into, as far as they are among the newest of its name. */
export function partsOf(file: Pick<CensusFile, 'Id' | 'OriginalFileName'>): Query<readonly CensusFile[]> {
  const { queryKey, queryFn } = fileList(undefined)({
    Page: 1,
    PerPage: 100,
    OrderBy: 'UploadDate',
    OrderDesc: true,
    Term: partsTerm(file),
    Filters: {},
  })
  return {
    queryKey: [...queryKey, 'parts', file.Id],
    queryFn: async (context) => (await queryFn(context)).Data.filter(({ ParentFileId }) => ParentFileId === file.Id),
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? pollEvery : false),
  }
}

/** The chosen files, with their tasks. */
export function filesOf(ids: readonly number[]): Query<Page<CensusFile>> {
  return {
    queryKey: [...censusKey, 'detailed', ids],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/census/files/detailed', {
          params: { query: { FileIds: [...ids], PerPage: Math.max(1, ids.length) } },
          signal,
        }),
      ),
  }
}

export function file(id: number): Query<CensusFile> {
  return {
    queryKey: [...censusKey, 'file', id],
    queryFn: ({ signal }) => value(api.GET('/api/v1/census/files/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollEvery : false),
  }
}

/** Which records of a task are wanted, by the names of the call. */
export type RecordFilter = 'errors' | 'warnings' | 'saysLeft' | 'valid' | 'skipped' | 'matched' | 'unmatched'

/** The records of a task that a filter lets through, or of them those that a search finds. */
export function taskRecords(fileId: number, taskId: number, Filter: RecordFilter, Term = ''): Pages<CensusRecord> {
  const found = { Filter, ...(Term === '' ? {} : { Term }) }
  return {
    queryKey: [...censusKey, 'file', fileId, 'task', taskId, found],
    page: async (wanted, signal) => {
      const { Data } = await value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}', {
          params: { path: { fileId, taskId }, query: { ...found, ...wanted } },
          signal,
        }),
      )
      const { CensusRecords = [], TotalCensusRecords = CensusRecords?.length } = Data
      const total = TotalCensusRecords ?? 0
      return { Data: CensusRecords ?? [], TotalRecords: total, TotalPages: Math.ceil(total / wanted.PerPage) }
    },
  }
}

/** How many valid records a task has a warning about, or one of a kind. `since` is when it has looked: a later run finds others. */
export function warnedRows(
  fileId: number,
  taskId: number,
  since: string,
  filter: 'warnings' | 'saysLeft',
): Query<number> {
  const { queryKey, page } = taskRecords(fileId, taskId, filter)
  return {
    queryKey: [...queryKey, 'number', since],
    queryFn: async ({ signal }) => (await page({ Page: 1, PerPage: 1 }, signal)).TotalRecords,
  }
}

/** One record of a task, as the fixer edits it. */
export function record(fileId: number, taskId: number, RecordNumber: number): Query<CensusRecord> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'task', taskId, 'record', RecordNumber],
    queryFn: async ({ signal }) => {
      const found = await value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}', {
          params: { path: { fileId, taskId }, query: { RecordNumber, Page: 1, PerPage: 1 } },
          signal,
        }),
      )
      const [first] = found.Data.CensusRecords ?? []
      if (!first) throw new Error('The file has no such row any more.')
      return first
    },
  }
}

export function fixRecord(fileId: number, taskId: number, fixed: Schemas['RecordInput']): Promise<CensusRecord> {
  return value(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/record', {
      params: { path: { fileId, taskId } },
      body: { TaskId: taskId, Record: fixed },
    }),
  )
}

export function skipRecord(fileId: number, taskId: number, RecordNumber: number): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/skip', {
      params: { path: { fileId, taskId } },
      body: { RecordNumber },
    }),
  )
}

/** So many rows go with one call. */
export const rowsAtOnce = 500

/** Leaves rows out, or takes them back in; gives how many have changed. */
export async function skipRecords(
  fileId: number,
  taskId: number,
  numbers: readonly number[],
  TakesBack: boolean,
): Promise<number> {
  let changed = 0
  for (let from = 0; from < numbers.length; from += rowsAtOnce) {
    const body = {
      RecordNumbers: numbers.slice(from, from + rowsAtOnce),
      Kind: null,
      Field: null,
      Value: null,
      TakesBack,
    }
    const mended = await value(
      api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/skip-records', {
        params: { path: { fileId, taskId } },
        body,
      }),
    )
    changed += mended.Changed
  }
  return changed
}

/** Says which member a record is; 0 for a new one. */
export function chooseMatch(fileId: number, taskId: number, RecordNumber: number, EmployeeId: number): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/match', {
      params: { path: { fileId, taskId } },
      body: { RecordNumber, EmployeeId },
    }),
  )
}

/** Members of a group by name, for a choice. */
export async function findMembers(
  groupId: number,
  Term: string,
  signal: AbortSignal,
): Promise<{ value: number; label: string }[]> {
  const { Data } = await value(
    api.GET('/api/v1/employees/search', {
      params: { query: { GroupId: groupId, Term, Page: 1, PerPage: 10 } },
      signal,
    }),
  )
  return Data.map(({ Id, FirstName, LastName, DateOfBirth }) => ({
    value: Id,
    label: `${FirstName} ${LastName} · ${date(DateOfBirth)}`,
  }))
}

/** Which column holds which field; another heading line shows the columns by that one. */
export function mapping(fileId: number, taskId: number, HeadingLine: number | null): Query<CensusMapping> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'mapping', taskId, HeadingLine],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/mapping', {
          params: { path: { fileId, taskId }, query: HeadingLine === null ? {} : { HeadingLine } },
          signal,
        }),
      ),
  }
}

export function saveMapping(fileId: number, taskId: number, input: Schemas['MappingInput']): Promise<CensusFile> {
  return value(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/mapping', {
      params: { path: { fileId, taskId } },
      body: input,
    }),
  )
}

/** Confirms that so many members may be ended. */
export function confirmTerminations(id: number, Count: number | null): Promise<CensusFile> {
  return value(
    api.POST('/api/v1/census/files/{id}/confirm-terminations', { params: { path: { id } }, body: { Count } }),
  )
}

/** What an upload has to know of its group. Whether it ends absent members is told to administrators only. */
export interface CensusEmployer {
  Id: number
  Name: string
  StatusName: string
  ExplicitImport: boolean | null
}

export function employer(employerId: number): Query<CensusEmployer> {
  return {
    queryKey: ['employers', employerId, 'census'],
    queryFn: async ({ signal }) => {
      const found = await value(api.GET('/api/v1/employers/{employerId}', { params: { path: { employerId } }, signal }))
      const { Id, Name, StatusName } = found
      return { Id, Name, StatusName, ExplicitImport: 'ExplicitImport' in found ? found.ExplicitImport : null }
    },
  }
}

/** A group that a file may be for, with the setting that its files start from. */
export interface EmployerChoice {
  value: number
  label: string
  explicitImport: boolean
}

/** Groups by name or GroupId, for a choice: those that are served, as a file of another one could never be processed. */
export async function findEmployers(Term: string, signal: AbortSignal): Promise<EmployerChoice[]> {
  const { Data } = await value(
    api.GET('/api/v1/employers/search', {
      params: { query: { Term, OnlyActive: true, Page: 1, PerPage: 10 } },
      signal,
    }),
  )
  return Data.map(({ Id, Name, GroupId, ExplicitImport }) => ({
    value: Id,
    label: `${Name} · ${GroupId}`,
    explicitImport: ExplicitImport,
  }))
}

/** An upload; the names are those of the form the server reads. */
export interface Upload {
  employerId: number
  censusFileId: number | null
  isMultiGroup: boolean
  /** YYYY-MM-DD, or nothing. */
  globalEffectiveDate: string
  explicitImport: boolean | null
  file: File
}

export function uploadFile(upload: Upload): Promise<CensusFile> {
  const form = new FormData()
  for (const [name, field] of Object.entries(upload)) {
    if (field instanceof File) form.append(name, field)
    else if (field !== null && field !== '') form.append(name, String(field))
  }
  const { file: content, ...fields } = upload
  return value(
    api.POST('/api/v1/census/files', { body: { ...fields, file: content.name }, bodySerializer: () => form }),
  )
}

export function deleteFile(id: number): Promise<void> {
  return done(api.DELETE('/api/v1/census/files/{id}', { params: { path: { id } } }))
}

export interface FileSettings {
  ExplicitImport: boolean | null
  GlobalEffectiveDate: string | null
  Version: number | null
}

export function saveFile(id: number, settings: FileSettings): Promise<CensusFile> {
  return value(api.PUT('/api/v1/census/files/{id}', { params: { path: { id } }, body: settings }))
}

export function processFiles(FileIds: readonly number[]): Promise<void> {
  return done(api.POST('/api/v1/census/files/process', { body: { FileIds: [...FileIds] } }))
}

export function runTask(fileId: number, taskId: number): Promise<void> {
  return done(api.POST('/api/v1/census/files/{fileId}/tasks/{taskId}/run', { params: { path: { fileId, taskId } } }))
}

/** Stops the task that is at work or waits. */
export function stopFile(id: number): Promise<CensusFile> {
  return value(api.POST('/api/v1/census/files/{id}/stop', { params: { path: { id } } }))
}
