/** The statement as it stands on paper: what is due now, what waits, and the lines by invoice in chunks of 16. */
import { date, momentDate } from '../../../lib/format/dates'
import { count, money } from '../../../lib/format/money'
import { monthName } from '../../../lib/format/months'
import { Logo } from '../../../ui/page/Logo'
import { PageTitle } from '../../../ui/page/PageTitle'
import { chunksOf, invoicesOf, linesFrom, paidBy, type PrintedInvoice } from '../statements/invoices'
import type { Statement, StatementTotal } from '../../../shared/statements/queries'
import { periodOf, statementNumber, totalKind } from '../../../shared/statements/words'
import { Matrix } from './Matrix'
import { PrintedAdjustments } from './PrintedAdjustments'
import { PaymentMark } from './PaymentMark'
import styles from './Print.module.css'

export function PrintedStatement({ statement: one }: { statement: Statement }) {
  const { TotaledLineItems: totals, Adjustments: adjustments } = one
  const payable = totals.filter(({ Payable }) => Payable)
  const own = payable.filter(({ IsOfEarlierMonth }) => !IsOfEarlierMonth)
  const released = payable.filter(({ IsOfEarlierMonth }) => IsOfEarlierMonth)
  const pending = totals.filter(({ Payable }) => !Payable)
  return (
    <article className={styles.paper}>
      <div className={styles.letterhead}>
        <Logo />
        <address>
          {[one.Sender.Name, ...one.Sender.Address].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </div>
      <header className={styles.head}>
        <PageTitle title="Commission statement" part={one.Name} className={styles.title} />
        <p className={styles.hero}>
          <span>{one.AmountDue < 0 ? 'Brought forward to the next statement' : 'Payable now'}</span>
          <strong>{money(one.AmountDue)}</strong>
        </p>
      </header>
      <Facts statement={one} />
      <Matrix statement={one} />
      <Forward statement={one} />
      {released.length > 0 && <Lines title="From earlier months, now payable" totals={released} />}
      {(own.length > 0 || adjustments.length === 0) && (
        <Lines title="This statement, by employer and invoice" totals={own} />
      )}
      {adjustments.length > 0 && <PrintedAdjustments adjustments={adjustments} />}
      {pending.length > 0 && <Lines title="Pending until the invoices are paid" totals={pending} arePending />}
      <Ends statement={one} own={own} released={released} />
      <footer className={styles.foot}>
        <span>{[one.Sender.Name, one.Sender.Email, one.Sender.Phone].filter(Boolean).join('   ')}</span>
        <span>Statement {statementNumber(one)}</span>
      </footer>
    </article>
  )
}

function Facts({ statement: one }: { statement: Statement }) {
  const facts = [
    { term: 'Payee', value: one.PayeeName, more: `Rule: ${one.RuleName}` },
    { term: 'Statement', value: statementNumber(one) },
    { term: 'Billing period', value: periodOf(one) },
    { term: 'Created', value: momentDate(one.CreatedOn) },
    { term: 'Statement total', value: money(one.TotalPayoutAmount) },
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value, more }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value}
            {more && <span>{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Forward({ statement: { BroughtForwardFrom } }: { statement: Statement }) {
  if (BroughtForwardFrom.length === 0) return null
  return (
    <section>
      <h2>Balances brought forward</h2>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Statement</th>
            <th scope="col" data-numeric>
              Commission
            </th>
          </tr>
        </thead>
        <tbody>
          {BroughtForwardFrom.map(({ StatementId, Name, Amount }) => (
            <tr key={StatementId}>
              <td>{Name}</td>
              <td data-numeric>{money(Amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface LinesProps {
  title: string
  totals: readonly StatementTotal[]
  arePending?: boolean
}

function Lines({ title, totals, arePending = false }: LinesProps) {
  const chunks = chunksOf(invoicesOf(totals))
  return (
    <section>
      <h2>{title}</h2>
      {chunks.length === 0 && <p className={styles.none}>No commission lines.</p>}
      {chunks.length > 0 && (
        <div className={styles.chunks} role="region" aria-label={title} tabIndex={0}>
          {chunks.map((invoices, index) => (
            <table key={index} className={styles.lines} data-chunk>
              <thead>
                <tr>
                  <th scope="col">Plan line</th>
                  <th scope="col">Billable month</th>
                  <th scope="col" data-numeric>
                    Quantity
                  </th>
                  <th scope="col" data-numeric>
                    Billed rate
                  </th>
                  <th scope="col" data-numeric>
                    Payout rate
                  </th>
                  <th scope="col" data-numeric>
                    Commission
                  </th>
                </tr>
              </thead>
              {invoices.map((invoice) => (
                <Invoice key={invoice.id} invoice={invoice} isPending={arePending} />
              ))}
            </table>
          ))}
        </div>
      )}
    </section>
  )
}

function Invoice({ invoice, isPending }: { invoice: PrintedInvoice; isPending: boolean }) {
  return (
    <tbody>
      <tr className={styles.invoice}>
        <th scope="rowgroup" colSpan={5}>
          {invoice.employer}
          <span>
            {invoice.plan}
            <span>
              Invoice {invoice.number}
              {invoice.continued && ', continued'}
            </span>
            <span>Invoice date {invoice.date === undefined ? 'Not available' : date(invoice.date)}</span>
            <PaymentMark status={invoice.paymentText} />
            {isPending && invoice.paymentText === 'Paid' && <span>since this statement: the next one pays it</span>}
          </span>
        </th>
        <td data-numeric>{!invoice.continued && money(invoice.dollars)}</td>
      </tr>
      {invoice.totals.map((total, index) => (
        <Line key={index} total={total} />
      ))}
    </tbody>
  )
}

function Line({ total }: { total: StatementTotal }) {
  const kind = totalKind(total)
  const { BillingLineItemRate: rate } = total
  return (
    <tr data-row>
      <td>
        {kind && <strong>{kind.name}</strong>} {total.BillingLineItemName}
      </td>
      <td>{monthName({ year: total.BillableYear, month: total.BillableMonth })}</td>
      <td data-numeric>{count(total.Quantity)}</td>
      <td data-numeric>{typeof rate === 'number' ? money(rate) : '-'}</td>
      <td data-numeric>{money(total.CommissionPayoutRate)}</td>
      <td data-numeric>{money(total.TotalDollars)}</td>
    </tr>
  )
}

interface EndsProps {
  statement: Statement
  /** What it pays on invoices of its month. */
  own: readonly StatementTotal[]
  /** What it pays on those of earlier months. */
  released: readonly StatementTotal[]
}

function Ends({ statement: one, own, released }: EndsProps) {
  const isDivided = released.length > 0
  return (
    <dl className={styles.ends}>
      {isDivided && (
        <>
          <div>
            <dt>This statement, {linesFrom(own, one.Adjustments)}</dt>
            <dd>{money(paidBy(own, one.Adjustments))}</dd>
          </div>
          <div>
            <dt>From earlier months, now payable</dt>
            <dd>{money(one.PayableFromEarlier)}</dd>
          </div>
        </>
      )}
      <div data-total>
        <dt>{isDivided ? 'Statement total' : `Statement total, ${linesFrom(own, one.Adjustments)}`}</dt>
        <dd>{money(paidBy([...own, ...released], one.Adjustments))}</dd>
      </div>
      {one.BroughtForward !== 0 && (
        <div>
          <dt>Balance brought forward from earlier statements</dt>
          <dd>{money(one.BroughtForward)}</dd>
        </div>
      )}
      {one.PendingAmount !== 0 && (
        <div>
          <dt>Pending, in no total</dt>
          <dd>{money(one.PendingAmount)}</dd>
        </div>
      )}
      {one.PendingEarlier !== 0 && (
        <div>
          <dt>Still pending from earlier months, in no total</dt>
          <dd>{money(one.PendingEarlier)}</dd>
        </div>
      )}
      <div data-total>
        <dt>
          {one.AmountDue < 0 ? 'Brought forward to the next statement of' : 'Payable now to'} {one.PayeeName}
        </dt>
        <dd>{money(one.AmountDue)}</dd>
      </div>
    </dl>
  )
}
