/** The head of a bill, as on paper: to whom at the left, the amount at the right, and the facts in a row below. */
import { useEffect, useRef, type ReactNode } from 'react'
import { bringUp } from '../../lib/browser/bringUp'
import styles from './BillHead.module.css'

interface BillHeadProps {
  /** Who pays, or is paid. */
  to: string
  toLabel?: string
  /** The lines of the address; none says so. */
  address: readonly string[]
  amount: string
  amountLabel?: string
  /** Below the amount: when it is due. */
  says?: ReactNode
  /** The facts below, such as dates. */
  facts: readonly { term: string; value: ReactNode }[]
}

export function BillHead({
  to,
  toLabel = 'Bill to',
  address,
  amount,
  amountLabel = 'Total Amount',
  says,
  facts,
}: BillHeadProps) {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.to}>
          <h3>{toLabel}</h3>
          <p className={styles.name}>{to}</p>
          {address.length === 0 ? (
            <p className={styles.missing}>No billing address on file.</p>
          ) : (
            address.map((line, index) => <p key={index}>{line}</p>)
          )}
        </div>
        <div className={styles.total}>
          <h3>{amountLabel}</h3>
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

interface BillFootProps {
  /** What was asked for by a click: it comes into view, since a long bill leaves it out of sight. */
  asked?: number | undefined
  children: ReactNode
}

/** The last part of a bill's panel: sunken, to its edges and to its foot. */
export function BillFoot({ asked, children }: BillFootProps) {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = foot.current
    if (asked === undefined || !box) return
    // Members that come later make it longer, so that there is more to show.
    const size = new ResizeObserver(() => bringUp(box))
    size.observe(box)
    return () => size.disconnect()
  }, [asked])
  return (
    <div ref={foot} className={styles.foot}>
      {children}
    </div>
  )
}
