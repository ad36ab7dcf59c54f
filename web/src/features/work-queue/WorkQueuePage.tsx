/** The start page: what waits for the signed-in user, kind by kind, each item with the button that leads to its fix. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { brokerChoices } from '../../api/choices'
import { count } from '../../lib/format/money'
import { businessDay, dayInWords, clockTime } from '../../lib/format/dates'
import { dropAbsent } from '../../lib/list'
import { useCan } from '../../session/session'
import { AddressButton, Button, IconButton } from '../../ui/action/Button'
import { IconCircleCheck, IconPlus, IconRefresh, IconUpload } from '../../ui/icons'
import { FilterChip, type Filter } from '../../ui/list/FilterChip'
import { filterOptions } from '../../ui/list/filterOptions'
import { useKeys } from '../../ui/keys/useKeys'
import { toast } from '../../ui/toast/toasts'
import { PageHeader } from '../../ui/page/PageHeader'
import { Segments } from '../../ui/page/Segments'
import { Answered } from '../../ui/state/Answered'
import { EmptyState } from '../../ui/state/EmptyState'
import { QueueHead } from './QueueHead'
import { dueOptions, narrowedOf, workQueueOf, type Narrowed, type WorkQueue } from './queries'
import { WorkSection } from './WorkSection'
import styles from './WorkQueue.module.css'

const areas = [
  { name: 'Census', label: 'Census' },
  { name: 'Billing', label: 'Billing' },
  { name: 'Erp', label: 'ERP' },
  { name: 'Renewals', label: 'Renewals' },
] as const

const brokerFilter: Filter = {
  name: 'broker',
  label: 'Broker',
  single: true,
  options: filterOptions(brokerChoices, ({ Id, Name }) => ({ value: Id, label: Name })),
}
const dueFilter: Filter = { name: 'due', label: 'Due', single: true, options: dueOptions }

/** With cards of other areas beside the queue, or below it where there is no room. */
export function WorkQueuePage({ cards }: { cards?: ReactNode }) {
  const can = useCan()
  const search = useSearch({ strict: false })
  const { panel } = search as { panel?: string }
  const narrowed = dropAbsent({ ...narrowedOf(search) })
  useKnownBroker(narrowed.broker)
  const query = useQuery({
    ...workQueueOf(narrowed),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  useAskedAnew(panel, () => void query.refetch())
  return (
    <div className={styles.page}>
      <PageHeader
        title="Home"
        beside={dayInWords(businessDay(new Date()))}
        actions={
          <>
            {can('EditCensus') && (
              <AddressButton icon={IconUpload} to="/census-files" panel="census-upload">
                Upload Census
              </AddressButton>
            )}
            {can('EditGroups') && (
              <AddressButton icon={IconPlus} to="/employers" panel="group">
                New Group
              </AddressButton>
            )}
          </>
        }
      />
      <div className={styles.body} data-cards={cards ? true : undefined}>
        <div className={styles.queue}>
          <Answered query={query} what="your work">
            {(found) => (
              <Queue
                queue={found}
                narrowed={narrowed}
                updated={
                  <>
                    <span>Updated {clockTime(new Date(query.dataUpdatedAt))}</span>
                    <IconButton
                      small
                      icon={IconRefresh}
                      label="Refresh"
                      disabled={query.isFetching}
                      onClick={() => void query.refetch()}
                    />
                  </>
                }
              />
            )}
          </Answered>
        </div>
        {cards && <div className={styles.cards}>{cards}</div>}
      </div>
    </div>
  )
}

/** Says that there is no such broker, and shows the work of all. */
function useKnownBroker(broker: string | undefined) {
  const navigate = useNavigate()
  const brokers = useQuery({ ...brokerChoices, enabled: broker !== undefined })
  const isUnknown = broker !== undefined && brokers.data?.every(({ Id }) => String(Id) !== broker)
  useEffect(() => {
    if (!isUnknown) return
    toast.warning('There is no such broker. The work of all is shown.')
    void navigate({ to: '.', search: (before: object) => ({ ...before, broker: undefined }), replace: true })
  }, [isUnknown, navigate])
}

/** What was fixed in a panel above is gone once the panel is closed. */
function useAskedAnew(panel: string | undefined, ask: () => void) {
  const isOpen = panel !== undefined
  useEffect(() => {
    if (isOpen) return ask
    return undefined
    // Only the closing counts, not that the page is drawn again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen])
}

interface QueueProps {
  queue: WorkQueue
  narrowed: Narrowed
  updated: ReactNode
}

function Queue({ queue: { Total, Kinds }, narrowed, updated }: QueueProps) {
  const navigate = useNavigate()
  const can = useCan()
  const { area } = useSearch({ strict: false })
  const sections = useRef<HTMLDivElement>(null)
  useKeys('Home', [
    { keys: 'J', says: 'Next item', run: () => goTo(sections.current, 1) },
    { keys: 'K', says: 'Previous item', run: () => goTo(sections.current, -1) },
    { keys: 'Enter', says: 'Go to its fix' },
  ])
  const waiting = Kinds.filter(({ Count }) => Count > 0)
  const sum = (kinds: typeof waiting) => kinds.reduce((number, { Count }) => number + Count, 0)
  const segments = [
    { name: '', label: `All work ${count(Total)}` },
    ...offeredAreas(Kinds).map(({ name, label }) => {
      const number = sum(waiting.filter((kind) => kind.Area === name))
      return { name, label: `${label} ${count(number)}` }
    }),
  ]
  const current = segments.find(({ name }) => name === area)?.name ?? ''
  const shown = waiting.filter(({ Area }) => current === '' || Area === current)
  const change = (part: Narrowed & { area?: string | undefined }) =>
    void navigate({
      to: '/',
      search: (before: object) => dropAbsent({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    })
  const isNarrowed = narrowed.broker !== undefined || narrowed.due !== undefined
  const choose = ({ name }: { name: string }) => change({ area: name || undefined })
  return (
    <>
      <div className={styles.bar}>
        <Segments label="Work" segments={segments} current={current} onChoose={choose} />
        {can('ViewBrokers') && (
          <FilterChip
            filter={brokerFilter}
            values={narrowed.broker ? [narrowed.broker] : []}
            onChange={([broker]) => change({ broker })}
          />
        )}
        <FilterChip
          filter={dueFilter}
          values={narrowed.due ? [narrowed.due] : []}
          onChange={([due]) => change({ due })}
        />
        <div className={styles.updated}>{updated}</div>
      </div>
      {shown.length === 0 && isNarrowed ? (
        <EmptyState
          icon={IconCircleCheck}
          title="Nothing of this needs you"
          action={<Button onClick={() => change({ broker: undefined, due: undefined })}>Clear Filters</Button>}
        >
          Items without a broker or a due date are left out while you filter by them.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState icon={IconCircleCheck} title="Nothing needs you">
          Census files, bills, invoices and renewals stand here as soon as they wait for you.
        </EmptyState>
      ) : (
        // The keys come from the buttons in the rows; the list only hears them.
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions
        <div ref={sections} className={styles.sections} onKeyDown={moveByArrows}>
          <QueueHead narrowed={narrowed} onSort={(sort, desc) => change({ sort, desc: desc || undefined })} />
          {shown.map((kind) => (
            <WorkSection key={kind.Kind} kind={kind} narrowed={narrowed} />
          ))}
        </div>
      )}
    </>
  )
}

/** The tabs of a role. A role without the ERP has only its own access keys there, and no tab while none of them ends. */
function offeredAreas(kinds: WorkQueue['Kinds']): readonly { name: string; label: string }[] {
  return areas.flatMap(({ name, label }) => {
    const own = kinds.filter(({ Area }) => Area === name)
    const hasOnlyKeys = own.every(({ Kind }) => Kind === 'Expiring')
    if (hasOnlyKeys && own.every(({ Count }) => Count === 0)) return []
    return [{ name, label: hasOnlyKeys ? 'Access keys' : label }]
  })
}

/** Up and Down lead from the button of an item to that of the next one, across kinds. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement)) return
  const fixes = fixesOf(event.currentTarget)
  const at = fixes.indexOf(event.target)
  const next = at < 0 ? undefined : fixes[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function fixesOf(sections: HTMLElement | null): readonly HTMLElement[] {
  return [...(sections?.querySelectorAll<HTMLElement>('[data-fix] :is(a, button)') ?? [])]
}

/** The same by J and K, which begin at the first or the last item. */
function goTo(sections: HTMLElement | null, step: 1 | -1) {
  const fixes = fixesOf(sections)
  const at = fixes.findIndex((fix) => fix === document.activeElement)
  fixes[at < 0 ? (step === 1 ? 0 : fixes.length - 1) : at + step]?.focus()
}
