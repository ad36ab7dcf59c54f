/** The second level below tabs (Billing, Commission): pages as a segmented control. */
import { Link } from '@tanstack/react-router'
import styles from './SegmentedNav.module.css'

export function SegmentedNav({ label, items }: { label: string; items: readonly { label: string; to: string }[] }) {
  return (
    <nav className={styles.bar} aria-label={label}>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} className={styles.item} activeOptions={{ includeSearch: false }} activeProps={{ 'data-current': true }}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
