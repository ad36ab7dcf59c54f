/** Panels that are about a record. In the place of one whose address names none stands that there is none: nothing is asked for. */
import type { ReactNode } from 'react'
import { recordId } from '../../lib/recordId'
import { Button } from '../action/Button'
import { EmptyState } from '../state/EmptyState'
import { IconHelp } from '../icons'
import { SidePanel } from './SidePanel'
import { usePanelPlace } from './usePanels'

/** A panel about the record of that id; `what` calls it by its kind: `invoice`. */
export function ofRecord(what: string, draw: (id: number) => ReactNode): (id: string) => ReactNode {
  return (text) => {
    const id = recordId(text)
    return id === undefined ? <NoRecordPanel what={what} /> : draw(id)
  }
}

/** The address of a new record: without an id, or with 0 (rules.md#forms-for-a-new-record). */
export function namesNew(text: string): boolean {
  return text === '' || text === '0'
}

/** The same for one that also makes a record: it does where the address names none, and not where it names what is no record. */
export function ofRecordOrNew(what: string, draw: (id: number | undefined) => ReactNode): (id: string) => ReactNode {
  const ofOne = ofRecord(what, draw)
  return (text) => (namesNew(text) ? draw(undefined) : ofOne(text))
}

/** A panel that only makes a record, so that no address of one leads to it. */
export function ofNewRecord(what: string, draw: () => ReactNode): (id: string) => ReactNode {
  return (text) => (namesNew(text) ? draw() : <NoRecordPanel what={what} />)
}

/** `asked` when the server said that there is none. */
export function NoRecordPanel({ what, asked = false }: { what: string; asked?: boolean }) {
  const { close } = usePanelPlace()
  return (
    <SidePanel title={notFound} footer={<Button onClick={close}>Close</Button>}>
      <NoRecord what={what} asked={asked} />
    </SidePanel>
  )
}

/** The title of a panel that has nothing to show. */
export const notFound = 'Not Found'

/** What such a panel says; `asked` when the server said that there is none. */
export function NoRecord({ what, asked = false }: { what: string; asked?: boolean }) {
  return (
    <EmptyState flush icon={IconHelp} title={`There is no such ${what}`}>
      {asked
        ? 'The address may be mistyped, or what it showed is gone or not yours to see.'
        : 'The address may be mistyped.'}
    </EmptyState>
  )
}
