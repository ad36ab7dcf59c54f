/** The second level below tabs (Billing, Commission): pages as a segmented control. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ShortLabel } from '../value/ShortLabel'
import styles from './SegmentedNav.module.css'

export interface Place {
  label: string
  /** The label where it is narrow. */
  short?: string
  to: string
}

export function SegmentedNav({ label, items }: { label: string; items: readonly Place[] }) {
  const bar = useRef<HTMLElement>(null)
  const page = useRouterState({ select: ({ location }) => location.pathname })
  // Where it is narrow, the bar scrolls: the page one is on must be in view.
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not give back.
    void bar.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [page])
  return (
    <nav ref={bar} className={styles.bar} aria-label={label}>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              className={styles.item}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'data-current': true }}
            >
              <ShortLabel label={item.label} short={item.short} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
