/** A filter as a chip: dashed when off, solid and tinted with its values when on. A yes/no filter is a chip that switches. */
import { Checkbox, Radio, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { date, isDate } from '../../lib/format/dates'
import type { Query } from '../../lib/query'
import { NotAnswered } from '../state/Answered'
import { Spinner } from '../state/Spinner'
import { IconCheck, IconPlus, IconX } from '../icons'
import { calendarLabels } from '../../lib/format/calendarLabels'
import styles from './FilterChip.module.css'
import { Popped } from './tools/Popped'

export interface FilterOption {
  value: string
  label: string
}

export interface Filter {
  /** The search parameter, as the route's `listSearch` names it. */
  name: string
  label: string
  /** The choices, or the query that gives them. Absent: a yes/no filter, on is `1`. */
  options?: readonly FilterOption[] | Query<readonly FilterOption[]>
  /** Only one of the choices at a time. */
  single?: boolean
  /** A day of the calendar, in place of choices. */
  day?: boolean
  /** Of the first day of a range, the filter of its last day. */
  upTo?: string
  /** The filter that decides which choices there are: another choice there takes those here away. */
  within?: string
}

interface FilterChipProps {
  filter: Filter
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** Told of the values that there are and of the others, when one is chosen that none of the asked choices has. */
  onUnknown?: (known: readonly string[], unknown: readonly string[]) => void
}

const none: readonly FilterOption[] = []
const searchFrom = 10

export function FilterChip(props: FilterChipProps) {
  const { filter, values, onChange } = props
  if (filter.day)
    return (
      <DayChip label={filter.label} value={values[0]} onChange={(day) => onChange(day === undefined ? [] : [day])} />
    )
  if (filter.options === undefined)
    return <SwitchChip label={filter.label} on={values.length > 0} onChange={(on) => onChange(on ? ['1'] : [])} />
  return <ChoiceChip {...props} />
}

function SwitchChip({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  const Glyph = on ? IconCheck : IconPlus
  return (
    <button
      type="button"
      className={styles.chip}
      data-on={on || undefined}
      aria-pressed={on}
      onClick={() => onChange(!on)}
    >
      <Glyph size={13} stroke={1.75} aria-hidden />
      {label}
    </button>
  )
}

function ChoiceChip({ filter, values, onChange, onUnknown }: FilterChipProps) {
  const [open, setOpen] = useState(false)
  const { options, waiting, failed } = useOptions(filter, open || values.length > 0)
  const known = values.filter((value) => options.some((option) => option.value === value))
  const unknown = values.filter((value) => !known.includes(value))
  const isUnknown = !waiting && !failed && unknown.length > 0
  useEffect(() => {
    if (isUnknown) onUnknown?.(known, unknown)
    // Once for each: what is chosen then is known.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isUnknown])
  const names = values.map((value) => options.find((option) => option.value === value)?.label ?? value).join(', ')
  const choose = (chosen: readonly string[]) => {
    onChange(chosen)
    if (filter.single) setOpen(false)
  }
  return (
    <OpeningChip
      label={filter.label}
      says={values.length > 0 ? names : undefined}
      open={open}
      onOpen={setOpen}
      onClear={() => onChange([])}
    >
      {waiting ? (
        <Spinner />
      ) : failed ? (
        <NotAnswered flush query={failed} title="The choices did not load" />
      ) : (
        <Choices
          label={filter.label}
          options={options}
          values={values}
          single={filter.single === true}
          onChange={choose}
        />
      )}
    </OpeningChip>
  )
}

/** A day: the value is a date of the wire. */
function DayChip({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}) {
  const [open, setOpen] = useState(false)
  const picked = value !== undefined && isDate(value) ? value : null
  const pick = (day: string | null) => {
    onChange(day ?? undefined)
    setOpen(false)
  }
  return (
    <OpeningChip
      label={label}
      says={value && date(value)}
      open={open}
      onOpen={setOpen}
      onClear={() => onChange(undefined)}
    >
      <DatePicker
        size="xs"
        firstDayOfWeek={0}
        hideOutsideDates
        ariaLabels={calendarLabels}
        value={picked}
        defaultDate={picked ?? undefined}
        onChange={pick}
      />
    </OpeningChip>
  )
}

interface OpeningChipProps {
  label: string
  /** What is chosen, when something is. */
  says: string | undefined
  open: boolean
  onOpen: (open: boolean) => void
  onClear: () => void
  children: ReactNode
}

function OpeningChip({ label, says, open, onOpen, onClear, children }: OpeningChipProps) {
  const on = says !== undefined
  return (
    <span className={styles.whole} data-on={on || undefined}>
      <Popped
        open={open}
        onOpen={onOpen}
        label={label}
        button={{
          className: styles.chip,
          ...(on ? { 'data-on': true } : {}),
          children: (
            <>
              {!on && <IconPlus size={13} stroke={1.75} aria-hidden />}
              {on ? `${label}: ${says}` : label}
            </>
          ),
        }}
      >
        {children}
      </Popped>
      {on && (
        <button type="button" className={styles.clear} aria-label={`Clear ${label}`} onClick={onClear}>
          <IconX size={13} stroke={2} aria-hidden />
        </button>
      )}
    </span>
  )
}

function useOptions({ name, options }: Filter, wanted: boolean) {
  const isQuery = options !== undefined && 'queryFn' in options
  const query = useQuery({
    queryKey: isQuery ? options.queryKey : ['no options', name],
    queryFn: (context) => (isQuery ? options.queryFn(context) : none),
    enabled: isQuery && wanted,
    staleTime: 60_000,
  })
  if (isQuery)
    return {
      options: query.data ?? none,
      waiting: query.isPending,
      failed: query.isError && query.data === undefined && query,
    }
  return { options: options ?? none, waiting: false, failed: false } as const
}

interface ChoicesProps {
  label: string
  options: readonly FilterOption[]
  values: readonly string[]
  single: boolean
  onChange: (values: readonly string[]) => void
}

function Choices({ label, options, values, single, onChange }: ChoicesProps) {
  const [term, setTerm] = useState('')
  const found = options.filter((option) => option.label.toLowerCase().includes(term.trim().toLowerCase()))
  return (
    <div className={styles.choices}>
      {options.length > searchFrom && (
        <TextInput
          aria-label={`Find in ${label}`}
          placeholder="Filter..."
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      )}
      {single ? (
        <Radio.Group value={values[0] ?? null} onChange={(value) => onChange([value])} aria-label={label}>
          <div className={styles.list}>
            {found.map((option) => (
              <Radio key={option.value} value={option.value} label={option.label} />
            ))}
          </div>
        </Radio.Group>
      ) : (
        <Checkbox.Group value={[...values]} onChange={onChange} aria-label={label}>
          <div className={styles.list}>
            {found.map((option) => (
              <Checkbox key={option.value} value={option.value} label={option.label} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {found.length === 0 && <p className={styles.nothing}>No results.</p>}
    </div>
  )
}
