/** The head of a page: breadcrumb (parents only), title with what stands beside it, actions at the right. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle'
import styles from './PageHeader.module.css'

export interface Crumb {
  label: string
  to: string
}

interface PageHeaderProps {
  title: string
  crumbs?: readonly Crumb[]
  /** Beside the title: a count, a status, an id. */
  beside?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, crumbs = [], beside, actions }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <Crumbs crumbs={crumbs} />
      <div className={styles.row}>
        <PageTitle title={title} />
        {beside && <div className={styles.beside}>{beside}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}

export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: true }}>
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
