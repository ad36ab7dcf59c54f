/**
 * A long list in a panel of which one chooses some: a 'Filter...' box, one checkbox for all that are shown and may be chosen, one for
 * each. What is chosen stays chosen while it is filtered away.
 */
import { Checkbox, TextInput } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { count } from '../lib/format/money'
import styles from './ChoiceList.module.css'
import { IconSearch } from './icons'
import { ShowMore } from './table/ShowMore'

export interface Choosable {
  id: number
  name: string
  /** Beside the name; the filter looks into both. */
  fact: string
  /** A word on it at the right. */
  note?: string | undefined
  /** It cannot be chosen; the note says why. */
  blocked?: boolean
}

interface ChoiceListProps {
  /** What is listed, in the plural: `members`. */
  noun: string
  items: readonly Choosable[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
  disabled?: boolean
  /** What is so of those who cannot be chosen: `welcomed already`. */
  blockedFor?: string
}

/** So many are drawn at once; more would make the page slow. */
const step = 200

export function ChoiceList({
  noun,
  items,
  chosen,
  onChange,
  disabled = false,
  blockedFor = 'not to be chosen',
}: ChoiceListProps) {
  const [term, setTerm] = useState('')
  const [limit, setLimit] = useState(step)
  const found = filtered(items, useDeferredValue(term))
  const filter = (text: string) => {
    setTerm(text)
    setLimit(step)
  }
  const toggle = (changed: readonly Choosable[], on: boolean) => onChange(toggled(chosen, changed, on))
  return (
    <div className={styles.list}>
      <TextInput
        aria-label={`Filter ${noun}`}
        placeholder="Filter..."
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={term}
        onChange={(event) => filter(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <p className={styles.nothing} role="status">
          No results to display.
          <button type="button" className={styles.clear} onClick={() => filter('')}>
            Clear filter
          </button>
        </p>
      ) : (
        <>
          <All
            found={found}
            of={items.length}
            chosen={chosen}
            disabled={disabled}
            blockedFor={blockedFor}
            onToggle={toggle}
          />
          <ul className={styles.rows}>
            {found.slice(0, limit).map((item) => (
              <Row
                key={item.id}
                item={item}
                on={chosen.has(item.id)}
                disabled={disabled}
                onToggle={(on) => toggle([item], on)}
              />
            ))}
          </ul>
          <ShowMore
            shown={Math.min(limit, found.length)}
            total={found.length}
            step={step}
            onMore={() => setLimit(limit + step)}
          />
        </>
      )}
    </div>
  )
}

interface AllProps {
  found: readonly Choosable[]
  of: number
  chosen: ReadonlySet<number>
  disabled: boolean
  blockedFor: string
  onToggle: (items: readonly Choosable[], on: boolean) => void
}

function All({ found, of, chosen, disabled, blockedFor, onToggle }: AllProps) {
  const open = found.filter(({ blocked }) => !blocked)
  const blocked = found.length - open.length
  const on = open.filter(({ id }) => chosen.has(id)).length
  return (
    <div className={styles.all}>
      <Checkbox
        label="Select all"
        checked={on > 0 && on === open.length}
        indeterminate={on > 0 && on < open.length}
        disabled={disabled || open.length === 0}
        onChange={(event) => onToggle(open, event.currentTarget.checked)}
      />
      <span className={styles.count}>
        {found.length === of ? count(of) : `${count(found.length)} of ${count(of)}`}
        {blocked > 0 && `, ${count(blocked)} of them ${blockedFor}`}
      </span>
    </div>
  )
}

function Row({
  item: { name, fact, note, blocked = false },
  on,
  disabled,
  onToggle,
}: {
  item: Choosable
  on: boolean
  disabled: boolean
  onToggle: (on: boolean) => void
}) {
  const label = (
    <span className={styles.texts}>
      <span className={styles.name}>{name}</span>
      <span className={styles.fact}>{fact}</span>
      <span className={styles.note}>{note}</span>
    </span>
  )
  return (
    <li className={styles.row}>
      <Checkbox
        classNames={{ body: styles.body ?? '', labelWrapper: styles.label ?? '' }}
        label={label}
        checked={on}
        disabled={disabled || blocked}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
    </li>
  )
}

/** Those whose name or fact holds every word that was typed. */
export function filtered(items: readonly Choosable[], term: string): readonly Choosable[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter(({ name, fact }) => {
    const text = `${name}\n${fact}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The choice with some more, or without them. */
export function toggled(chosen: ReadonlySet<number>, changed: readonly Choosable[], on: boolean): ReadonlySet<number> {
  const next = new Set(chosen)
  for (const { id } of changed) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}
