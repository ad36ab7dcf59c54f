/** What the fix grid reads and writes. Long work is done in calls of bounded size, one after the other. */
import type { QueryClient } from '@tanstack/react-query'
import { api, done, value } from '../../../api/client'
import { addressOf } from '../../../api/downloads'
import type { components } from '../../../api/schema'
import type { Page } from '../../../lib/list'
import type { Pages, Query } from '../../../lib/query'
import { censusKey, rowsAtOnce, type CensusRecord } from '../queries'
import type { Field } from './cells'
import type { Replacement } from './ReplaceBar'

type Schemas = components['schemas']
export type Finding = Schemas['FindingView']
export type Mended = Schemas['MendedView']
export type Refusal = Schemas['RefusalView']
export type SamePerson = Schemas['SamePersonView']

/** A row with the fields that were edited, each as a text. */
export type RecordEdit = { RecordNumber: number } & Readonly<Partial<Record<Field, string>>>

/** The wire takes a text for every field, and what is not sent stays as it was; the schema says neither. */
function wired(edits: readonly RecordEdit[]): Schemas['RecordInput'][] {
  return JSON.parse(JSON.stringify(edits))
}

/** The codes of the pricing groups of a group, with their names. */
export function pricingCodes(employerId: number): Query<readonly { value: string; label: string }[]> {
  return {
    queryKey: ['pricing groups', employerId, 'codes'],
    queryFn: async ({ signal }) =>
      (
        await value(
          api.GET('/api/v1/billing/{employerId}/pricing-groups', { params: { path: { employerId } }, signal }),
        )
      ).Data.map(({ Code, Name }) => ({ value: Code, label: Name })),
  }
}

/** The rows on one page of the grid. */
export const rowsAPage = 100

export function findings(fileId: number, taskId: number): Query<readonly Finding[]> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'findings', taskId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/findings', {
          params: { path: { fileId, taskId } },
          signal,
        }),
      ),
  }
}

/** Which rows are meant, by what is wrong with them. */
export interface Wanted {
  Kind: string
  Field?: string
  Value?: string
}

export function wantedOf({ Kind, Field }: Pick<Finding, 'Kind' | 'Field'>): Wanted {
  return { Kind, ...(Field ? { Field } : {}) }
}

function rowsKey(fileId: number, taskId: number, wanted: Wanted) {
  return [...censusKey, 'file', fileId, 'findings', taskId, wanted]
}

/** A page of the rows with a finding. */
export function findingRows(fileId: number, taskId: number, wanted: Wanted, Page: number): Query<Page<CensusRecord>> {
  return {
    queryKey: [...rowsKey(fileId, taskId, wanted), Page],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/findings/records', {
          params: { path: { fileId, taskId }, query: { ...wanted, Page, PerPage: rowsAPage } },
          signal,
        }),
      ),
  }
}

/** The numbers of the rows with a finding whose pages were shown of late, which are those that somebody may have typed into. */
export function rowsShown(client: QueryClient, fileId: number, taskId: number, wanted: Wanted): number[] {
  const pages = client.getQueriesData<Page<CensusRecord>>({ queryKey: rowsKey(fileId, taskId, wanted) })
  return pages.flatMap(([, page]) => page?.Data.map(({ RecordNumber }) => RecordNumber) ?? [])
}

/** Corrects rows; gives what was not taken. */
export async function fixRecords(
  fileId: number,
  taskId: number,
  edits: readonly RecordEdit[],
): Promise<{ changed: number; refused: Refusal[] }> {
  const total = { changed: 0, refused: new Array<Refusal>() }
  for (let from = 0; from < edits.length; from += rowsAtOnce) {
    const body = { Records: wired(edits.slice(from, from + rowsAtOnce)) }
    const done = await value(
      api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/records', { params: { path: { fileId, taskId } }, body }),
    )
    total.changed += done.Changed
    total.refused.push(...done.Refused)
  }
  return total
}

/** Told after each call: how many rows are done, and how many are left. */
type Progress = (done: number, left: number) => void

/** Puts a value in the place of another in every row that has it. */
export async function replaceEverywhere(
  fileId: number,
  taskId: number,
  { Kind, Field }: Wanted,
  { from, to, remember }: Replacement,
  told: Progress,
): Promise<{ changed: number; refused: Refusal[] }> {
  const total = { changed: 0, refused: new Array<Refusal>() }
  let AfterRecordNumber = 0
  for (;;) {
    const body = { Kind, Field: Field ?? '', From: from ?? null, To: to, AfterRecordNumber, Remember: remember ?? null }
    const done = await value(
      api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/replace', { params: { path: { fileId, taskId } }, body }),
    )
    total.changed += done.Changed
    total.refused.push(...done.Refused)
    told(total.changed + total.refused.length, done.Left)
    if (done.Left === 0) return total
    AfterRecordNumber = done.LastRecordNumber
  }
}

/** Leaves out every row with a finding. */
export async function skipEvery(fileId: number, taskId: number, wanted: Wanted, told: Progress): Promise<number> {
  const body = {
    RecordNumbers: null,
    Kind: wanted.Kind,
    Field: wanted.Field ?? null,
    Value: wanted.Value ?? null,
    TakesBack: false,
  }
  let changed = 0
  for (;;) {
    const done = await value(
      api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/skip-records', {
        params: { path: { fileId, taskId } },
        body,
      }),
    )
    changed += done.Changed
    told(changed, done.Left)
    if (done.Left === 0 || done.Changed === 0) return changed
  }
}

/** The people who stand in several rows. */
export function samePeople(fileId: number, taskId: number): Pages<SamePerson> {
  return {
    queryKey: [...censusKey, 'file', fileId, 'same person', taskId],
    page: (wanted, signal) =>
      value(
        api.GET('/api/v1/census/files/{fileId}/tasks/{taskId}/same-person', {
          params: { path: { fileId, taskId }, query: wanted },
          signal,
        }),
      ),
  }
}

/** Says which row of a person counts; the others are skipped. */
export function chooseRow(fileId: number, taskId: number, RecordNumber: number): Promise<void> {
  return done(
    api.PUT('/api/v1/census/files/{fileId}/tasks/{taskId}/same-person', {
      params: { path: { fileId, taskId } },
      body: { RecordNumber },
    }),
  )
}

/** The address of the failed rows as a file. */
export function failuresHref(fileId: number, taskId: number): string {
  return addressOf('/api/v1/census/files/{fileId}/tasks/{taskId}/failures', { fileId, taskId })
}
