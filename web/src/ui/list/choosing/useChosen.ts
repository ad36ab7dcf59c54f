/** The rows of a list that are chosen. They stay chosen on its other pages; another filter, search or view keeps only those it shows. */
import { useState } from 'react'
import type { ListParams } from '../../../lib/list'
import type { Query } from '../../../lib/query'

export interface Chosen<Row> {
  rows: readonly Row[]
  /** How many of them are on other pages. */
  elsewhere: number
  has: (row: Row) => boolean
  toggle: (rows: readonly Row[], on: boolean) => void
  clear: () => void
}

interface ChosenOf<Row> {
  rowId: (row: Row) => number | string
  /** The rows that are seen. */
  rows: readonly Row[]
  /** Whether these are still those of before. */
  isKept: boolean
  /** Names what the list is narrowed to. */
  narrowed: string
  /** With others the choice begins anew. */
  of: string | undefined
}

export function useChosen<Row>({ rowId, rows: seen, isKept, narrowed, of }: ChosenOf<Row>): Chosen<Row> {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [known, setKnown] = useState({ narrowed, of })
  const seenIds = new Set(seen.map(rowId))
  const isSeen = (row: Row) => seenIds.has(rowId(row))
  const isAwaited = known.narrowed !== narrowed
  if (known.of !== of) {
    setKnown({ narrowed: known.narrowed, of })
    setRows([])
  } else if (isAwaited && !isKept) {
    setKnown({ narrowed, of })
    setRows(rows.filter(isSeen))
  }
  const ids = new Set(rows.map(rowId))
  return {
    // Until the rows of another filter are there, no action uses the choice.
    rows: isAwaited ? [] : rows,
    elsewhere: rows.filter((row) => !isSeen(row)).length,
    has: (row) => ids.has(rowId(row)),
    toggle: (changed, on) => {
      const gone = new Set(changed.map(rowId))
      const kept = rows.filter((row) => !gone.has(rowId(row)))
      setRows(on ? [...kept, ...changed] : kept)
    },
    clear: () => setRows([]),
  }
}

/** Names the rows of all pages together: the key of the list without page, size and order. */
export function narrowedTo(list: (params: ListParams) => Pick<Query<unknown>, 'queryKey'>, params: ListParams): string {
  const { queryKey } = list({ ...params, Page: 1, PerPage: 0, OrderBy: '', OrderDesc: false })
  return JSON.stringify(queryKey)
}
