/** The name in a row: a link to a page, or a button that opens a panel. Ink, and a link on hover. */
import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './RowLink.module.css'

/** So long a pointer rests on a name before its page is asked for, in milliseconds: one that crosses a list asks for nothing. */
const rest = 150

export function RowLink(props: LinkComponentProps) {
  return <Link className={styles.name} preloadDelay={rest} {...props} />
}

interface MemberLinkProps {
  /** The group of the member; absent where it is not known, or where the reader may not see members. */
  group: number | undefined
  id: number | null | undefined
  children: ReactNode
}

/** A name that leads to the page of the member; as plain text where no group or id is given. */
export function MemberLink({ group, id, children }: MemberLinkProps) {
  if (!group || !id) return children
  return (
    <RowLink to="/employers/$employerId/members/$memberId" params={{ employerId: group, memberId: String(id) }}>
      {children}
    </RowLink>
  )
}

/** The same to an address that is put together: a page of another area, and the panel that is open there. */
export function AddressLink({ to, panel, children }: { to: string; panel?: string; children: ReactNode }) {
  return (
    <Link className={styles.name} preloadDelay={rest} to={to} search={panel ? { panel } : {}}>
      {children}
    </Link>
  )
}

export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.name} onClick={onClick}>
      {children}
    </button>
  )
}

/** A name in a card that opens a panel; looks like the links of the other cards. */
export function PanelLink({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.link} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
