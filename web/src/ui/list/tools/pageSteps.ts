/** The records beside the one whose page is open, by the list that was left for it, as that list was shown last. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Step, Steps } from '../../panel/neighbours'

/** A page of a list, by the addresses of the pages of its records. */
export interface LeftPage {
  addresses: readonly string[]
  /** Whether there is a page before, and one after. */
  before: boolean
  after: boolean
  /** The page beside; nothing where it did not load. */
  turn: (step: Step) => Promise<LeftPage | undefined>
}

let left: LeftPage | undefined
const listeners = new Set<() => void>()

/** Keeps the rows of a list, until another list is shown whose rows have pages of their own. */
export function keepLeft(page: LeftPage | undefined): void {
  left = page
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Absent for a page whose record was not in the list that was shown last. */
export function usePageSteps(): Steps | undefined {
  const page = useSyncExternalStore(subscribe, () => left)
  const address = useRouterState({ select: ({ location }) => location.pathname })
  const navigate = useNavigate()
  const at = page?.addresses.indexOf(address) ?? -1
  if (!page || at < 0) return undefined
  // In the place of the record shown, so that Back leads to the list.
  const show = (to: string) => void navigate({ to, search: {}, replace: true })
  const turn = async (step: Step) => {
    const beside = await page.turn(step)
    const to = beside?.addresses.at(step === 1 ? 0 : -1)
    if (to === undefined || left !== page) return
    keepLeft(beside)
    show(to)
  }
  const way = (step: Step, goesOn: boolean) => {
    const beside = page.addresses[at + step]
    if (beside !== undefined) return () => show(beside)
    return goesOn ? () => void turn(step) : undefined
  }
  return { previous: way(-1, page.before), next: way(1, page.after) }
}
