/** Links that leave the portal, such as to the ERP: always a new tab, and only http(s) addresses. */
import type { ReactNode } from 'react'
import styles from './Button.module.css'

/** The address when it is one of the web, or undefined: addresses of other systems are not trusted to be links. */
export function webAddress(address: string | null | undefined): string | undefined {
  return address && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}

interface ExternalLinkProps {
  href: string
  children: ReactNode
}

export function ExternalLink({ href, children }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** The ERP's page of an invoice, or a hyphen when it is not there. */
export function ErpLink({ href }: { href: string | null | undefined }) {
  const address = webAddress(href)
  return address ? <ExternalLink href={address}>View in ERP »</ExternalLink> : '-'
}

/** A link to another site that looks like the primary button. */
export function ExternalButton({ href, children }: ExternalLinkProps) {
  return (
    <a
      className={styles.button}
      data-kind="primary"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title="Opens in a new tab"
    >
      <span>{children}</span>
    </a>
  )
}
