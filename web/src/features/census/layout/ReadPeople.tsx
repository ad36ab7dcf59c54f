/** The first people of a file as they will be read, each beside its line. */
import { count } from '../../../lib/format/money'
import type { Column } from '../../../ui/list/columns'
import { PlainTable } from '../../../ui/table/PlainTable'
import styles from './Reading.module.css'
import { otherValues, personBorn, personName, personRole, rawLine } from './layoutWords'
import type { ReadPerson } from './queries'

const columns: readonly Column<ReadPerson>[] = [
  { key: 'Line', title: 'Line', kind: 'count', cell: ({ Line }) => count(Line) },
  {
    key: 'Raw',
    title: 'As it stands',
    size: 'large',
    cell: (person) => <span className={styles.raw}>{rawLine(person)}</span>,
  },
  { key: 'Person', title: 'Read as', kind: 'name', size: 'large', cell: (person) => <Person person={person} /> },
  { key: 'Born', title: 'Date of Birth', kind: 'date', cell: personBorn },
  { key: 'Role', title: 'Role', size: 'small', cell: personRole },
]

function Person({ person }: { person: ReadPerson }) {
  return (
    <>
      {personName(person)}
      <span className={styles.more}>{otherValues(person)}</span>
      {person.Says.map((says) => (
        <span key={says} className={styles.says}>
          {says}
        </span>
      ))}
    </>
  )
}

export function ReadPeople({ people }: { people: readonly ReadPerson[] }) {
  // A family may stand in one line.
  const places = new Map(people.map((person, place) => [person, place]))
  return (
    <PlainTable
      label="The first people as they will be read"
      columns={columns}
      rows={people}
      rowId={(person) => places.get(person) ?? person.Line}
      empty="The file has no people."
      narrow={(person) => ({
        title: personName(person),
        end: personBorn(person),
        facts: [<Said key="said" person={person} />],
      })}
    />
  )
}

function Said({ person }: { person: ReadPerson }) {
  return (
    <>
      Line {count(person.Line)} · {personRole(person)}
      <span className={styles.more}>{rawLine(person)}</span>
      {person.Says.map((says) => (
        <span key={says} className={styles.says}>
          {says}
        </span>
      ))}
    </>
  )
}
