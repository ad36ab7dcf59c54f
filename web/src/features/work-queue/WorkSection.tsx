/** The items of one kind: the most urgent at once, all of them on request. */
import { useState, type ReactNode } from 'react'
import { date } from '../../lib/format/dates'
import { count, money } from '../../lib/format/money'
import { AddressButton, Button } from '../../ui/action/Button'
import { AddressLink } from '../../ui/action/RowLink'
import { IconAlertCircle, IconCalendar, IconClock, type Icon } from '../../ui/icons'
import { usePanels } from '../../ui/panel/usePanels'
import { Paged } from '../../ui/table/Paged'
import { Nothing } from '../../ui/value/Details'
import { wayTo } from './fixes'
import { itemsOf, type Narrowed, type WorkItem, type WorkKind } from './queries'
import styles from './WorkQueue.module.css'

/** So many more are asked for at once. */
const perPage = 25

export function WorkSection({ kind, narrowed }: { kind: WorkKind; narrowed: Narrowed }) {
  const { Kind, Title, IsBad, Count, Amount, Items } = kind
  const [isWhole, setIsWhole] = useState(false)
  const first = <Rows kind={kind} items={Items} />
  return (
    <section className={styles.section} aria-label={Title}>
      <div className={styles.head}>
        <h2>{Title}</h2>
        <span className={styles.count} data-bad={IsBad || undefined}>
          {count(Count)}
        </span>
        {Amount != null && <span className={styles.sum}>{money(Amount)}</span>}
      </div>
      {isWhole ? (
        <Paged pages={itemsOf(Kind, narrowed)} perPage={perPage} what={Title.toLowerCase()}>
          {(items) => <Rows kind={kind} items={items} />}
        </Paged>
      ) : (
        <>
          {first}
          {Items.length < Count && (
            <p className={styles.more}>
              {Items.length} of {count(Count)} are shown.
              <Button small onClick={() => setIsWhole(true)} aria-label={`Show more: ${Title}`}>
                Show more
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  )
}

const looks: Readonly<Record<'bad' | 'renewal' | 'waiting', Icon>> = {
  bad: IconAlertCircle,
  renewal: IconCalendar,
  waiting: IconClock,
}

/** The widths of all sections and of the head above them. */
export function QueueColumns() {
  return (
    <colgroup>
      {['what', 'group', 'why', 'amount', 'due', 'fix'].map((column) => (
        <col key={column} data-column={column} />
      ))}
    </colgroup>
  )
}

function Rows({ kind, items }: { kind: WorkKind; items: readonly WorkItem[] }) {
  const look = kind.IsBad ? 'bad' : kind.Area === 'Renewals' ? 'renewal' : 'waiting'
  const Glyph = looks[look]
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{kind.Title}</caption>
      {/* The head is no row of the layout, so that only these give the columns their widths. */}
      <QueueColumns />
      <thead className="visually-hidden">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Group</th>
          <th scope="col">Why</th>
          <th scope="col">Amount</th>
          <th scope="col">Due</th>
          <th scope="col">Fix</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.Record} ${item.Id} ${item.What}`}>
            <td className={styles.what} title={item.What}>
              <Glyph size={16} stroke={1.75} aria-hidden data-look={look} />
              <span>{item.What}</span>
            </td>
            <td className={styles.group} data-none={!item.EmployerId || undefined}>
              <Group item={item} />
            </td>
            <td className={styles.why} title={item.Why}>
              {item.Why}
            </td>
            <td className={styles.amount} data-none={item.Amount == null || undefined}>
              {item.Amount == null ? <Nothing /> : money(item.Amount)}
            </td>
            <td
              className={styles.due}
              data-late={kind.Kind === 'Overdue' || undefined}
              data-none={!item.DueOn || undefined}
            >
              {date(item.DueOn) || <Nothing />}
            </td>
            <td className={styles.fix} data-fix>
              <FixButton item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Group({ item: { EmployerId, EmployerName } }: { item: WorkItem }): ReactNode {
  if (!EmployerId || !EmployerName) return <Nothing />
  return <AddressLink to={`/employers/${EmployerId}`}>{EmployerName}</AddressLink>
}

function FixButton({ item }: { item: WorkItem }) {
  const { open } = usePanels()
  const { to, panel } = wayTo(item)
  const of = [item.What, item.EmployerName, item.Why].filter(Boolean).join(', ')
  if (to)
    return (
      <AddressButton small to={to} panel={panel && `${panel.kind}.${panel.id}`} says={`${item.Fix}: ${of}`}>
        {item.Fix}
      </AddressButton>
    )
  return (
    <Button small aria-label={`${item.Fix}: ${of}`} onClick={() => panel && open(panel.kind, panel.id)}>
      {item.Fix}
    </Button>
  )
}
