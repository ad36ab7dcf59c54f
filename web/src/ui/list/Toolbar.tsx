/** The 48 px above a table: search, filter chips, refresh, actions; on selection they turn into the selection bar. */
import { Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState, type ReactNode } from 'react'
import { count } from '../../lib/format/money'
import { cut, cutNote, termOf } from '../../lib/term'
import { Button, IconButton } from '../action/Button'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconFilter, IconRefresh, IconSearch } from '../icons'
import { toast } from '../toast/toasts'
import { useKeys } from '../keys/useKeys'
import { useHere } from '../useHere'
import { ordersOf, type Column } from './columns'
import { FilterChip, type Filter } from './FilterChip'
import styles from './Toolbar.module.css'
import type { ListUrl } from './useListUrl'

interface ToolbarProps<Row> {
  heading: string | undefined
  url: ListUrl
  filters: readonly Filter[]
  searchLabel: string
  refreshing: boolean
  onRefresh: () => void
  /** The columns one can sort by, when there is no table head to do it. */
  columns: readonly Column<Row>[]
  /** What can be done with the list as it is shown; where it is narrow, among the chips. */
  tools: ReactNode
  narrow: boolean
  actions: ReactNode
}

const searchPause = 300

export function Toolbar<Row>({
  heading,
  url,
  filters,
  searchLabel,
  refreshing,
  onRefresh,
  columns,
  tools,
  narrow,
  actions,
}: ToolbarProps<Row>) {
  const [open, setOpen] = useState(Object.keys(url.params.Filters).length > 0)
  const hasChips = filters.length > 0 || narrow
  return (
    <div className={styles.toolbar}>
      {heading && <h2>{heading}</h2>}
      <SearchBox term={url.search.q ?? ''} label={searchLabel} onSearch={url.setTerm} />
      {hasChips && (
        <div className={styles.chips} data-open={open || undefined}>
          {filters.map((filter) => (
            <FilterChip
              key={filter.name}
              filter={filter}
              values={url.params.Filters[filter.name] ?? []}
              onChange={(values) => url.setFilter(filter.name, values)}
              onUnknown={(known, unknown) => {
                url.keepChoices(filter.name, known)
                const names = unknown.map((value) => `“${cut(value)}”`).join(', ')
                const are = unknown.length === 1 ? 'is' : 'are'
                toast.info(`The address names ${names} of ${filter.label}, which ${are} not there. All else is shown.`)
              }}
            />
          ))}
          <SortMenu url={url} columns={columns} />
          {narrow && tools}
        </div>
      )}
      <div className={styles.end}>
        {hasChips && (
          <span className={styles.toggle}>
            <IconButton
              framed
              icon={IconFilter}
              label="Filter and sort"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
          </span>
        )}
        <span className={styles.refresh} data-turning={refreshing || undefined}>
          <IconButton icon={IconRefresh} label="Refresh" onClick={onRefresh} />
        </span>
        {!narrow && tools}
        {actions}
      </div>
    </div>
  )
}

function SearchBox({ term, label, onSearch }: { term: string; label: string; onSearch: (term: string) => void }) {
  const [draft, setDraft] = useState(() => termOf(term))
  const [known, setKnown] = useState(term)
  const input = useRef<HTMLInputElement>(null)
  const markHere = useHere()
  const send = useDebouncedCallback((text: string, isHere: () => boolean) => isHere() && onSearch(text.trim()), {
    delay: searchPause,
    flushOnUnmount: false,
  })
  // Back and Forward change the text; what one is still typing is not overwritten by its own arrival in the URL.
  if (term !== known) {
    setKnown(term)
    if (term !== draft.text.trim()) setDraft(termOf(term))
  }
  useKeys('This list', [{ keys: '/', says: 'Search', run: () => input.current?.focus() }])
  return (
    <div className={styles.search} role="search">
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={draft.text}
        onChange={(event) => {
          const typed = termOf(event.currentTarget.value)
          setDraft(typed)
          send(typed.text, markHere())
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send.flush()
        }}
      />
      {draft.isCut && (
        <p role="status" className={styles.cut}>
          {cutNote}
        </p>
      )}
    </div>
  )
}

function SortMenu<Row>({ url, columns }: { url: ListUrl; columns: readonly Column<Row>[] }) {
  const sortable = columns.flatMap(ordersOf)
  if (sortable.length === 0) return null
  const Arrow = url.params.OrderDesc ? IconArrowDown : IconArrowUp
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button small icon={IconArrowsSort}>
          Sort
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sortable.map(({ order, title }) => (
          <Menu.Item
            key={order}
            rightSection={url.params.OrderBy === order ? <Arrow size={14} /> : undefined}
            onClick={() => url.sortBy(order)}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface SelectionBarProps {
  number: number
  /** How many of them are on other pages. */
  elsewhere: number
  says: ReactNode
  actions: ReactNode
  onClear: () => void
}

export function SelectionBar({ number, elsewhere, says, actions, onClear }: SelectionBarProps) {
  return (
    <div className={styles.toolbar} data-selection role="status">
      <strong>
        {count(number)} selected{elsewhere > 0 && `, ${count(elsewhere)} on other pages`}
      </strong>
      {says && <span className={styles.says}>{says}</span>}
      <Button kind="quiet" small onClick={onClear}>
        Clear
      </Button>
      <div className={styles.end}>{actions}</div>
    </div>
  )
}
