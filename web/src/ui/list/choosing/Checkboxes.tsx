/** The checkboxes of a list whose rows can be chosen: one a row, and one for all rows of the page. */
import { Checkbox } from '@mantine/core'
import styles from './Checkboxes.module.css'
import type { Chosen } from './useChosen'

/** What is chosen, and which rows one may choose. */
export type Choice<Row> = Chosen<Row> & { allowed: (row: Row) => true | string | null }

interface RowCheckboxProps<Row> {
  row: Row
  name: string
  choice: Choice<Row>
}

/** Nothing for a row that is never chosen. */
export function RowCheckbox<Row>({ row, name, choice }: RowCheckboxProps<Row>) {
  const allowed = choice.allowed(row)
  if (allowed === null) return null
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${name}`}
      title={allowed === true ? undefined : allowed}
      disabled={allowed !== true}
      checked={choice.has(row)}
      onChange={(event) => choice.toggle([row], event.currentTarget.checked)}
    />
  )
}

interface PageCheckboxProps<Row> {
  rows: readonly Row[]
  choice: Choice<Row>
  /** Shows its words beside it, where no head of a table gives them a place. */
  labelled?: boolean
}

export function PageCheckbox<Row>({ rows, choice, labelled = false }: PageCheckboxProps<Row>) {
  const choosable = rows.filter((row) => choice.allowed(row) === true)
  const chosen = choosable.filter(choice.has).length
  const says = 'Select all on this page'
  return (
    <Checkbox
      {...(labelled ? { label: says } : { 'aria-label': says })}
      checked={chosen > 0 && chosen === choosable.length}
      indeterminate={chosen > 0 && chosen < choosable.length}
      disabled={choosable.length === 0}
      onChange={(event) => choice.toggle(choosable, event.currentTarget.checked)}
    />
  )
}
