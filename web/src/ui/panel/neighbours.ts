/**
 * The records before and after the one that a panel shows: those of the list behind it. The list announces its rows here, and the
 * panel draws the ways to them; a panel whose record is in no list behind it has none.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { usePanelPlace, usePanels, type PanelEntry, type PanelActions } from './usePanels'

/** Of each kind of panel that shows a row of the list, the id by which it does; undefined for a row that it may not show. */
export type RecordPanels<Row> = Readonly<Record<string, (row: Row) => number | string | undefined>>

interface Listed {
  /** The ids of the rows, in the order of the list. */
  idsOf: (kind: string) => readonly string[] | undefined
  /** Whether there is a page before, and one after. */
  before: boolean
  after: boolean
  /** The first or last id of the page beside, and what the address says of that page. */
  turn: (kind: string, step: Step) => Promise<{ id: string; address: Readonly<Record<string, unknown>> } | undefined>
}

export type Step = 1 | -1

let listed: Listed | undefined
const listeners = new Set<() => void>()

function publish(next: Listed | undefined) {
  listed = next
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Announces the rows of a list for as long as it is drawn; `asked` names them, so that only other rows are announced anew. */
export function useListed(asked: string, current: Listed | undefined): void {
  useEffect(() => {
    if (!current) return
    publish(current)
    return () => {
      if (listed === current) publish(undefined)
    }
    // The list is made anew each time it is drawn; what is asked for tells whether anything is different.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
}

/** The ways from the record of the panel around to those beside it. */
export interface Steps {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** Absent for a panel that shows no row of the list behind it, and for one above another panel. */
export function useSteps(): Steps | undefined {
  const { entry, order } = usePanelPlace()
  const panels = usePanels()
  const list = useSyncExternalStore(subscribe, () => listed)
  return entry && order === 0 ? stepsOf(entry, list, panels) : undefined
}

function stepsOf({ kind, id }: PanelEntry, list: Listed | undefined, { replace }: PanelActions): Steps | undefined {
  const ids = list?.idsOf(kind)
  const at = ids?.findIndex((one) => isOf(one, id)) ?? -1
  const shown = ids?.[at]
  if (!list || !ids || shown === undefined) return undefined
  // A tab of the panel, which follows the id, is that of the next record too.
  const tab = id.slice(shown.length)
  const turn = async (step: Step) => {
    const page = await list.turn(kind, step)
    if (page) replace(kind, `${page.id}${tab}`, page.address)
  }
  const way = (step: Step, goesOn: boolean) => {
    const beside = ids[at + step]
    if (beside !== undefined) return () => replace(kind, `${beside}${tab}`)
    return goesOn ? () => void turn(step) : undefined
  }
  return { previous: way(-1, list.before), next: way(1, list.after) }
}

function isOf(row: string, id: string): boolean {
  return id === row || id.startsWith(`${row}.`)
}
