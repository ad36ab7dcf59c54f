/** Rows of a file side by side: what tells them apart, and what may be done with each. */
import type { ReactNode } from 'react'
import { date } from '../../../lib/format/dates'
import { isNothing, Nothing } from '../../../ui/value/Details'
import type { CensusRecord } from '../queries'
import { choices } from './recordForm'
import { rowFact } from './recordWords'
import styles from '../review/Review.module.css'

interface RowsBesideProps {
  /** The name of the person the rows are of. */
  name: string
  rows: readonly CensusRecord[]
  question: string
  actions: false | ((row: CensusRecord) => ReactNode)
}

export function RowsBeside({ name, rows, question, actions }: RowsBesideProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={`Rows of ${name}`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {rows.map((row) => (
              <th key={row.RecordNumber} scope="col">
                {rowFact(row)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {factsOf(rows).map(({ term, values }) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              {rows.map((row, at) => (
                <td key={row.RecordNumber} data-differs={new Set(values).size > 1 || undefined}>
                  {isNothing(values[at]) ? <Nothing /> : values[at]}
                </td>
              ))}
            </tr>
          ))}
          {actions && (
            <tr>
              <th scope="row">{question}</th>
              {rows.map((row) => (
                <td key={row.RecordNumber}>
                  <div className={styles.actions}>{actions(row)}</div>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const inActive = 1

/** Whether some of the rows say In-Active, and others do not. */
export function endsBySome(rows: readonly CensusRecord[]): boolean {
  return rows.some(({ Status }) => Status === inActive) && rows.some(({ Status }) => Status !== inActive)
}

interface Fact {
  term: string
  values: readonly string[]
}

/** What tells the rows of a person apart. Status and relationship are always told; what no row says is not. */
function factsOf(rows: readonly CensusRecord[]): Fact[] {
  const label = (list: readonly { value: number | string; label: string }[], value: unknown) =>
    list.find((one) => one.value === value)?.label ?? ''
  const told: [string, (row: CensusRecord) => string][] = [
    ['Status', ({ Status }) => label(choices.status, Status)],
    ['Relationship', ({ Relationship }) => label(choices.relationship, Relationship)],
    ['Member type', ({ MemberType }) => MemberType],
    ['Name', ({ FirstName, LastName }) => `${FirstName} ${LastName}`],
    ['Date of birth', ({ DateOfBirth }) => (DateOfBirth ? date(DateOfBirth) : '')],
    ['Unique ID', ({ UniqueId }) => UniqueId],
    ['Row of the employee', ({ PrimaryRecordNumber }) => PrimaryRecordNumber?.toString() ?? ''],
    ['Email', ({ Email }) => Email],
    [
      'Address',
      ({ AddressLine1, AddressLine2, City, State, ZipCode }) =>
        [AddressLine1, AddressLine2, City, State, ZipCode].filter(Boolean).join(', '),
    ],
    ['Plan', ({ PlanName }) => PlanName],
    ['Pricing group code', ({ PricingGroupCode }) => PricingGroupCode],
  ]
  const facts = told.map(([term, of]) => ({ term, values: rows.map(of) }))
  return facts.filter(({ values }, at) => at < 2 || values.some((value) => value !== ''))
}
