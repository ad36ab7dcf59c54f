/**
 * The frame of every page: navigation at the left, the page beside it. Below 900 px the navigation hides behind a menu button
 * in a top bar. While panels are open all of it is inert.
 */
import { Link, useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { IconButton } from '../action/Button'
import { IconMenu2, IconX, type Icon } from '../icons'
import { Logo } from '../page/Logo'
import { useAnyPanel } from '../panel/stack'
import styles from './Shell.module.css'

/** One entry of the navigation. */
export interface NavItem {
  label: string
  to: string
  icon: Icon
  /** A number at the right; red when it counts failures. */
  count?: { number: number; bad?: boolean; says: string }
}

export interface NavGroup {
  /** Absent for the first entries, which need no heading. */
  title?: string
  items: readonly NavItem[]
}

interface ShellProps {
  groups: readonly NavGroup[]
  /** Below the logo: the button of the search. */
  search?: ReactNode
  /** The same in the top bar. */
  searchSmall?: ReactNode
  /** At the bottom of the navigation. */
  user: ReactNode
  /** The same in the top bar. */
  userSmall: ReactNode
  /** Over the whole width and never scrolling away: whom one acts as. */
  banner?: ReactNode
  children: ReactNode
}

export function Shell({ groups, search, searchSmall, user, userSmall, banner, children }: ShellProps) {
  const inert = useAnyPanel()
  // The menu closes by itself when one has gone somewhere.
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === pathname
  return (
    <div className={styles.shell} inert={inert}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      {banner}
      <header className={styles.topBar}>
        <IconButton
          icon={open ? IconX : IconMenu2}
          label="Menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpenAt(open ? undefined : pathname)}
        />
        <Link to="/" className={styles.home}>
          <Logo />
        </Link>
        <span className={styles.grow} />
        {searchSmall}
        {userSmall}
      </header>
      <div className={styles.main}>
        {open && <div className={styles.veil} onClick={() => setOpenAt(undefined)} aria-hidden />}
        <nav id="navigation" className={styles.nav} data-open={open || undefined} aria-label="Main">
          <Link to="/" className={styles.logo}>
            <Logo />
          </Link>
          {search}
          <div className={styles.groups}>
            {groups.map((group, index) => (
              <Group key={group.title ?? index} group={group} />
            ))}
          </div>
          <div className={styles.user}>{user}</div>
        </nav>
        <main id="page" className={styles.page} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

function Group({ group }: { group: NavGroup }) {
  if (group.items.length === 0) return null
  return (
    <div className={styles.group}>
      {group.title && <h2 className={styles.groupTitle}>{group.title}</h2>}
      <ul>
        {group.items.map(({ label, to, icon: Glyph, count }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.item}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ 'data-current': true }}
              aria-label={count && count.number > 0 ? `${label}, ${count.number} ${count.says}` : undefined}
            >
              <Glyph size={16} stroke={1.75} aria-hidden />
              <span className={styles.grow}>{label}</span>
              {count && count.number > 0 && (
                <span className={styles.count} data-bad={count.bad || undefined} title={count.says}>
                  {count.number}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
