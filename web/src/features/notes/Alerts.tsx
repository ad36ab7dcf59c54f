/** The alerts of a group: whole on its overview, as a chip that leads there on its other pages. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { momentDate } from '../../lib/format/dates'
import { counted } from '../../lib/format/money'
import { FailureNote } from '../../ui/state/Answered'
import { Button } from '../../ui/action/Button'
import { IconAlertTriangle } from '../../ui/icons'
import { Note as NoteBox } from '../../ui/state/Note'
import { ShowMore } from '../../ui/table/ShowMore'
import { Tag } from '../../ui/value/Tag'
import styles from './Alerts.module.css'
import { alerts, type Note } from './queries'
import { beginning } from './words'

/** So many stand above the counters before one asks for more. */
const shownAtFirst = 3

export function AlertNotes({ employerId }: { employerId: number }) {
  const query = useQuery(alerts(employerId))
  const [all, setAll] = useState(false)
  const { data } = query
  if (query.isError && !data) return <FailureNote query={query} title="The alerts did not load." />
  // Nothing stands in their place while they load: most groups have none, and the page would move when it went.
  if (!data || data.length === 0) return null
  const shown = all ? data : data.slice(0, shownAtFirst)
  return (
    <section className={styles.alerts} aria-label="Alerts">
      {shown.map((note) => (
        <AlertNote key={note.Id} note={note} />
      ))}
      <ShowMore shown={shown.length} total={data.length} step={data.length} onMore={() => setAll(true)} />
    </section>
  )
}

/** More than this is shown on request. */
const longest = 400

function AlertNote({ note }: { note: Note }) {
  const [whole, setWhole] = useState(false)
  const { first, rest } = beginning(note.Body)
  const isCut = !whole && rest.length > longest
  return (
    <NoteBox kind="warn" title={first} action={`${note.CreatedBy} · ${momentDate(note.CreatedOn)}`}>
      <span className={styles.text}>{isCut ? `${rest.slice(0, longest).trimEnd()}…` : rest}</span>{' '}
      {isCut && (
        <Button kind="quiet" small onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
    </NoteBox>
  )
}

export function AlertChip({ employerId }: { employerId: number }) {
  const { data = [], isError, refetch } = useQuery(alerts(employerId))
  if (isError && data.length === 0) {
    return (
      <Button kind="quiet" small icon={IconAlertTriangle} onClick={() => void refetch()}>
        Alerts did not load. Try again
      </Button>
    )
  }
  if (data.length === 0) return null
  return (
    <Link to="/employers/$employerId" params={{ employerId }} className={styles.chip}>
      <Tag kind="warn" icon={IconAlertTriangle}>
        {counted(data.length, 'alert')}
      </Tag>
    </Link>
  )
}
