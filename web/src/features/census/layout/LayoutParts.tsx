/** What a file was understood by: columns, orders, sections, families and lines left out, each with why. */
import type { ReactNode } from 'react'
import { count, counted } from '../../../lib/format/money'
import type { Column } from '../../../ui/list/columns'
import { PlainTable } from '../../../ui/table/PlainTable'
import { Tag } from '../../../ui/value/Tag'
import type { CensusFile, CensusTask } from '../queries'
import { OrderButtons } from './OrderButtons'
import styles from './Reading.module.css'
import { columnFits, columnHolds, columnName, columnWhy, orderName, sectionText } from './layoutWords'
import type { Layout, LayoutColumn } from './queries'

const columns: readonly Column<LayoutColumn>[] = [
  { key: 'Heading', title: 'Heading', kind: 'name', size: 'medium', cell: columnName },
  {
    key: 'Field',
    title: 'Holds',
    size: 'small',
    cell: (column) => columnHolds(column) ?? <Tag kind="warn">Left out</Tag>,
  },
  { key: 'Fits', title: 'Values that fit', size: 'small', cell: columnFits },
  { key: 'Why', title: 'Why', size: 'large', cell: columnWhy },
]

export function LayoutColumns({ layout }: { layout: Layout }) {
  return (
    <PlainTable
      label="Columns of the file"
      columns={columns}
      rows={layout.Columns}
      rowId={({ Index }) => Index}
      narrow={(column) => ({
        title: columnName(column),
        end: columnHolds(column) ?? <Tag kind="warn">Left out</Tag>,
        facts: [columnFits(column), columnWhy(column)],
      })}
    />
  )
}

/** Dates and names, then what divides the list, who belongs to whom, and which lines are nobody. */
interface LayoutFactsProps {
  layout: Layout
  file: CensusFile
  mapped: CensusTask
}

export function LayoutFacts({ layout, file, mapped }: LayoutFactsProps) {
  const facts = [...orders(layout, file, mapped), ...sections(layout), families(layout), ...leftOut(layout)]
  return (
    <dl className={styles.facts}>
      {facts.map(({ id, term, value }) => (
        <div key={id ?? term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Fact {
  /** What tells it from others of the same term. */
  id?: string
  term: string
  value: ReactNode
}

function orders({ Dates, Names }: Layout, file: CensusFile, mapped: CensusTask): Fact[] {
  const told = [
    { term: 'Order of dates', about: 'Dates', ...Dates },
    { term: 'Order of names', about: 'Names', ...Names },
  ]
  return told.map(({ term, about, Order, Why }) => ({
    term,
    value: (
      <>
        <Told says={orderName(Order)} why={Why} />
        <OrderButtons file={file} mapped={mapped} about={about} read={Order} />
      </>
    ),
  }))
}

function sections({ Sections }: Layout): Fact[] {
  if (Sections.length === 0) return [{ term: 'Sections', value: 'None' }]
  return Sections.map((section) => ({
    id: `section ${section.Line} ${section.Kind}`,
    term: `Section on line ${count(section.Line)}`,
    value: <Told says={`“${section.Title}”`} why={sectionText(section)} />,
  }))
}

function families({ Families, LookedAt, Rows }: Layout): Fact {
  const { Dependents, Ties, Untied, UntiedLines } = Families
  const among = LookedAt < Rows ? ` among the first ${count(LookedAt)} rows` : ''
  const why = Ties.map(
    ({ Dependents: number, Why, FirstLine }) => `${count(number)} as on line ${count(FirstLine)}: ${Why}`,
  )
  if (Untied > 0)
    why.push(
      `${count(Untied)} wait for a person to say whose they are, as on line ${UntiedLines.map(count).join(', ')}.`,
    )
  return {
    term: 'Families',
    value:
      Dependents === 0 ? (
        `No dependents${among}`
      ) : (
        <Told says={`${counted(Dependents, 'dependent')}${among}`} why={why.join(' ')} />
      ),
  }
}

function leftOut({ LeftOut }: Layout): Fact[] {
  if (LeftOut.length === 0) return [{ term: 'Lines left out', value: 'None' }]
  return LeftOut.map(({ Reason, Why, Lines, FirstLine, MayBePeople, Examples }) => {
    const shown = Examples.map(({ Line, Text }) => `Line ${count(Line)}: ${Text}`)
    const people = MayBePeople > 0 ? [`${counted(MayBePeople, 'line')} may be people.`] : []
    return {
      id: `left out ${Reason}`,
      term: `Left out: ${Why}`,
      value: (
        <Told
          says={`${counted(Lines, 'line')} left out, from line ${count(FirstLine)}`}
          why={[...people, ...shown].join(' · ')}
        />
      ),
    }
  })
}

function Told({ says, why }: { says: string; why: string }) {
  return (
    <>
      {says}
      <span className={styles.more}>{why}</span>
    </>
  )
}
