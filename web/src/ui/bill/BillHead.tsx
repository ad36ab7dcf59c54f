/** The head of a bill, as on paper: to whom at the left, the amount at the right, and the facts in a row below. */
import type { ReactNode } from 'react'
import styles from './BillHead.module.css'

interface BillHeadProps {
  /** Who pays. */
  to: string
  /** The lines of the address; none says so. */
  address: readonly string[]
  amount: string
  /** Below the amount: when it is due. */
  says?: ReactNode
  /** The facts below, such as dates. */
  facts: readonly { term: string; value: ReactNode }[]
}

export function BillHead({ to, address, amount, says, facts }: BillHeadProps) {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.to}>
          <h3>Bill to</h3>
          <p className={styles.name}>{to}</p>
          {address.length === 0 ? <p className={styles.missing}>No billing address on file.</p> : address.map((line, index) => <p key={index}>{line}</p>)}
        </div>
        <div className={styles.total}>
          <h3>Total Amount</h3>
          <p className={styles.amount}>{amount}</p>
          {says && <p>{says}</p>}
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The last part of a bill's panel: sunken, to its edges and to its foot. */
export function BillFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
