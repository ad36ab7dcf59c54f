/** The adjustments of a printed statement with their reasons, in chunks of 16 as its lines are. */
import { money } from '../../../lib/format/money'
import { monthName, monthOf } from '../../../lib/format/months'
import type { StatementAdjustment } from '../../../shared/statements/queries'
import { adjusted, pagesOf } from '../statements/invoices'
import styles from './Print.module.css'

const title = 'Adjustments'

export function PrintedAdjustments({ adjustments }: { adjustments: readonly StatementAdjustment[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className={styles.chunks} role="region" aria-label={title} tabIndex={0}>
        {pagesOf(adjustments).map((rows, index) => (
          <table key={index} className={styles.lines} data-chunk>
            <thead>
              <tr>
                <th scope="col">Reason</th>
                <th scope="col">Counts from</th>
                <th scope="col" data-numeric>
                  Commission
                </th>
              </tr>
            </thead>
            <tbody>
              {index === 0 && (
                <tr className={styles.invoice}>
                  <th scope="rowgroup" colSpan={2}>
                    Total of adjustments
                  </th>
                  <td data-numeric>{money(adjusted(adjustments))}</td>
                </tr>
              )}
              {rows.map(({ AdjustmentId, Reason, Month, Amount }) => (
                <tr key={AdjustmentId} data-row>
                  <td>{Reason}</td>
                  <td>{monthName(monthOf(Month))}</td>
                  <td data-numeric>{money(Amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  )
}
