/** Announces the rows of a list to the panels that show one of them, so that these lead on to the next and the previous one. */
import { useQueryClient } from '@tanstack/react-query'
import type { ListParams, Page } from '../../../lib/list'
import type { Query } from '../../../lib/query'
import { useListed, type RecordPanels } from '../../panel/neighbours'
import { orNotice } from '../../toast/toasts'

interface ListedRows<Row> {
  rows: readonly Row[]
  /** Absent for a list whose rows no panel shows. */
  panels: RecordPanels<Row> | undefined
  list: (params: ListParams) => Query<Page<Row>>
  /** What the rows were asked by. */
  shown: ListParams
  /** The number of pages. */
  pages: number
}

export function useListedRows<Row>({ rows, panels, list, shown, pages }: ListedRows<Row>): void {
  const client = useQueryClient()
  const idsOf = (kind: string, of: readonly Row[]) => {
    const idOf = panels && Object.hasOwn(panels, kind) ? panels[kind] : undefined
    return idOf && of.map(idOf).flatMap((id) => (id === undefined ? [] : [String(id)]))
  }
  const turn = async (kind: string, step: 1 | -1) => {
    const page = shown.Page + step
    const asked = client.fetchQuery({ ...list({ ...shown, Page: page }), retry: false })
    orNotice(asked)
    const found = await asked.catch(() => undefined)
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
