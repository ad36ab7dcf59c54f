/** The head of everything about one record, such as an employer group: title, status, id, facts, actions, and the tabs. */
import { Link, useRouterState } from '@tanstack/react-router'
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../lib/format/money'
import { HeaderActions, type HeaderAction } from '../action/HeaderActions'
import { IconChevronDown } from '../icons'
import { Crumbs, type Crumb } from './PageHeader'
import { PageTitle } from './PageTitle'
import styles from './EntityHeader.module.css'

/** A tab of the record. */
export interface EntityTab {
  label: string
  to: string
  /** Beside the label; red when it counts failures. */
  count?: number
  bad?: boolean
  /** Only current at exactly this address, as an overview is. */
  exact?: boolean
  /** The pages of a second level below the tab. */
  pages?: readonly { label: string; to: string }[]
  /** A tab that opens to several pages. */
  entries?: readonly { label: string; to: string }[]
}

interface EntityHeaderProps {
  title: string
  crumbs: readonly Crumb[]
  status?: ReactNode
  /** An id chip, the broker, an alert chip. */
  facts?: ReactNode
  /** Buttons, and the rest in a menu. */
  actions?: readonly HeaderAction[]
  tabs: readonly EntityTab[]
}

export function EntityHeader({ title, crumbs, status, facts, actions = [], tabs }: EntityHeaderProps) {
  const part = useRouterState({ select: ({ location }) => partAt(location.pathname, tabs) })
  return (
    <div className={styles.header}>
      <Crumbs crumbs={crumbs} />
      <div className={styles.row}>
        <div className={styles.lead}>
          <PageTitle title={title} part={part} mayShorten />
          <div className={styles.facts}>
            {status}
            {facts}
          </div>
        </div>
        {actions.length > 0 && (
          <div className={styles.actions}>
            <HeaderActions actions={actions} label={`More for ${title}`} />
          </div>
        )}
      </div>
      <Tabs tabs={tabs} label={title} />
    </div>
  )
}

/** What the browser calls the page at an address: its tab, or its page of the second level; nothing on the overview. */
function partAt(pathname: string, tabs: readonly EntityTab[]): string | undefined {
  const isAt = ({ to }: { to: string }) => pathname === to || pathname.startsWith(`${to}/`)
  const tab = tabs.find((one) => !one.exact && isAt(one))
  return (tab?.pages?.find(isAt) ?? tab?.entries?.find(isAt) ?? tab)?.label
}

/** Tabs that are pages: links with an underline below the current one. */
export function Tabs({ tabs, label }: { tabs: readonly EntityTab[]; label: string }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) =>
        tab.entries ? (
          <TabMenu key={tab.label} label={tab.label} entries={tab.entries} to={tab.to} />
        ) : (
          <TabLink key={tab.to} tab={tab} />
        ),
      )}
    </nav>
  )
}

function TabLink({ tab: { label, to, count: number, bad, exact } }: { tab: EntityTab }) {
  return (
    <Link
      to={to}
      className={styles.tab}
      activeOptions={{ exact: exact ?? false, includeSearch: false }}
      activeProps={{ 'data-current': true }}
    >
      {label}{' '}
      {number !== undefined && (
        <span className={styles.count} data-bad={bad || undefined}>
          {count(number)}
        </span>
      )}
    </Link>
  )
}

function TabMenu({
  label,
  entries,
  to,
}: {
  label: string
  to: string
  entries: readonly { label: string; to: string }[]
}) {
  const isCurrent = useRouterState({ select: ({ location }) => location.pathname.startsWith(to) })
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles.tab} data-current={isCurrent || undefined}>
          {label}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Menu.Item key={entry.to} component={Link} to={entry.to}>
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
