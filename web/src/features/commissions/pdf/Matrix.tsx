/** What is payable and what waits, and how the document is to be read. */
import { money } from '../../../lib/format/money'
import type { Statement } from '../../../shared/statements/queries'
import { paymentNames, PaymentMark } from './PaymentMark'
import styles from './Print.module.css'

const cents = (dollars: number) => Math.round(dollars * 100)

export function Matrix({ statement: one }: { statement: Statement }) {
  const sum = (...dollars: number[]) => dollars.reduce((all, amount) => all + cents(amount), 0) / 100
  const waits = sum(one.PendingAmount, one.PendingEarlier)
  // What was pending and is paid by now is of earlier months, as a balance is.
  const forward = sum(one.BroughtForward, one.PayableFromEarlier)
  const own = sum(one.TotalPayoutAmount, -one.PayableFromEarlier)
  const rows = [
    { name: 'Payable', forward, own, all: one.AmountDue },
    { name: 'Pending', forward: one.PendingEarlier, own: one.PendingAmount, all: waits },
    {
      name: 'Total',
      forward: sum(forward, one.PendingEarlier),
      own: sum(own, one.PendingAmount),
      all: sum(one.AmountDue, waits),
    },
  ]
  return (
    <div className={styles.band}>
      <section>
        <h2>What is payable, and what waits</h2>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <td />
              <th scope="col">Brought forward</th>
              <th scope="col">This statement</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, forward, own, all }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{money(forward)}</td>
                <td>{money(own)}</td>
                <td>{money(all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Proportion payable={one.AmountDue} pending={waits} />
      </section>
      <section>
        <h2>How to read this</h2>
        <p>
          Commission is payout rate times quantity; credits count as negative.
          {waits !== 0 && ' What is pending waits until the employer has paid the invoice in full, and is in no total.'}
        </p>
        <ul className={styles.key}>
          {paymentNames.map((name) => (
            <li key={name}>
              <PaymentMark status={name} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** A bar of both parts; of negative amounts there are no parts. */
function Proportion({ payable, pending }: { payable: number; pending: number }) {
  if (payable < 0 || pending < 0 || payable + pending === 0) return null
  const share = Math.round((payable / (payable + pending)) * 1000) / 10
  return (
    <div className={styles.proportion}>
      <div className={styles.bar} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      <p>
        <span>Payable {share.toFixed(1)}%</span>
        <span>Pending {(100 - share).toFixed(1)}%</span>
      </p>
    </div>
  )
}
