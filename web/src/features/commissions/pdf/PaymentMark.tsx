/** How an invoice is paid, as a shape and a word, so that it is told without colours. */
import type { ReactNode } from 'react'
import styles from './Print.module.css'

const shapes: Readonly<Record<string, ReactNode>> = {
  Paid: <circle cx="5" cy="5" r="4.5" />,
  'Partially Paid': (
    <>
      <circle cx="5" cy="5" r="4" data-ring />
      <path d="M5 1a4 4 0 0 0 0 8z" />
    </>
  ),
  Open: <circle cx="5" cy="5" r="4" data-ring />,
  Overdue: <path d="M5 0.5 9.6 9H0.4z" />,
  Voided: <path d="M1.2 1.2 8.8 8.8M8.8 1.2 1.2 8.8" data-ring />,
}

/** The ways an invoice may stand, in the order of the key. */
export const paymentNames = ['Paid', 'Open', 'Partially Paid', 'Overdue', 'Unknown', 'Voided']

export function PaymentMark({ status }: { status: string }) {
  return (
    <span className={styles.payment}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden>
        {shapes[status] ?? <path d="M0 5h10" data-ring />}
      </svg>
      {status}
    </span>
  )
}
