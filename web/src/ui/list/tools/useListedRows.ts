/** Announces the rows of a list to panels and pages that show one of them: these lead on to the next and the previous one. */
import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ListParams, Page } from '../../../lib/list'
import type { Query } from '../../../lib/query'
import { useListed, type RecordPanels, type Step } from '../../panel/neighbours'
import { orNotice } from '../../toast/toasts'
import { keepLeft, type LeftPage } from './pageSteps'

interface ListedRows<Row> {
  rows: readonly Row[]
  /** Absent for a list whose rows no panel shows. */
  panels: RecordPanels<Row> | undefined
  /** The address of the page that shows a row; absent for a list whose rows have none. */
  pageOf: ((row: Row) => string) | undefined
  list: (params: ListParams) => Query<Page<Row>>
  /** What the rows were asked by. */
  shown: ListParams
  /** The number of pages. */
  pages: number
}

export function useListedRows<Row>(listed: ListedRows<Row>): void {
  const { rows, panels, list, shown, pages } = listed
  useLeft(listed)
  const client = useQueryClient()
  const idsOf = (kind: string, of: readonly Row[]) => {
    const idOf = panels && Object.hasOwn(panels, kind) ? panels[kind] : undefined
    return idOf && of.map(idOf).flatMap((id) => (id === undefined ? [] : [String(id)]))
  }
  const turn = async (kind: string, step: Step) => {
    const page = shown.Page + step
    const found = await fetched(client, list({ ...shown, Page: page }))
    const id = found && idsOf(kind, found.Data)?.at(step === 1 ? 0 : -1)
    return id === undefined ? undefined : { id, address: { page: page === 1 ? undefined : page, row: undefined } }
  }
  useListed(
    JSON.stringify([Object.keys(panels ?? {}).map((kind) => [kind, idsOf(kind, rows)]), shown, pages]),
    panels && {
      idsOf: (kind) => idsOf(kind, rows),
      before: shown.Page > 1,
      after: shown.Page < pages,
      turn,
    },
  )
}

/** Keeps the rows for the pages that are opened from them, as the list is gone by then. */
function useLeft<Row>({ rows, pageOf, list, shown, pages }: ListedRows<Row>): void {
  const client = useQueryClient()
  const leftPage = (of: readonly Row[], params: ListParams, last: number): LeftPage => ({
    addresses: pageOf ? of.map(pageOf) : [],
    before: params.Page > 1,
    after: params.Page < last,
    turn: async (step) => {
      const beside = { ...params, Page: params.Page + step }
      const found = await fetched(client, list(beside))
      return found && leftPage(found.Data, beside, found.TotalPages)
    },
  })
  const asked = pageOf && JSON.stringify([rows.map(pageOf), shown, pages])
  useEffect(() => {
    if (asked !== undefined) keepLeft(leftPage(rows, shown, pages))
    // The list is made anew each time it is drawn; what is asked for tells whether anything is different.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
}

/** A page of a list; what it failed of is a notice. */
function fetched<Row>(client: QueryClient, query: Query<Page<Row>>): Promise<Page<Row> | undefined> {
  const asked = client.fetchQuery({ ...query, retry: false })
  orNotice(asked)
  return asked.catch(() => undefined)
}
