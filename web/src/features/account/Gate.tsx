/** The page before one is signed in: the form at the left, the promise of the product in one example at the right. */
import type { ReactNode } from 'react'
import { money, moneyChange } from '../../lib/format/money'
import { IconCheck } from '../../ui/icons'
import { Logo } from '../../ui/page/Logo'
import { PageTitle } from '../../ui/page/PageTitle'
import { Tag } from '../../ui/value/Tag'
import styles from './Gate.module.css'

export function Gate({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.gate}>
      <main className={styles.left}>
        <div className={styles.logo}>
          <Logo />
        </div>
        <div className={styles.form}>
          <div>
            <PageTitle title={title} className={styles.title} />
            <p className={styles.lead}>{lead}</p>
          </div>
          {children}
        </div>
      </main>
      <Example />
    </div>
  )
}

const steps = [
  { says: '17 joined', amount: 212.5 },
  { says: '6 left', amount: -75 },
  { says: 'Credits', amount: -37.5 },
  { says: 'After-hours consults', amount: 10 },
]
const before = 5060

function Example() {
  const total = steps.reduce((sum, { amount }) => sum + amount, before)
  return (
    <aside className={styles.promise} aria-label="An example">
      <div className={styles.example}>
        <p className={styles.words}>Every amount opens to the people and the reason behind it.</p>
        <div className={styles.card}>
          <div className={styles.head}>
            <span>November</span>
            <Tag kind="ok" icon={IconCheck}>
              Reconciled
            </Tag>
          </div>
          <dl>
            <Line says="October snapshot" amount={money(before)} />
            {steps.map(({ says, amount }) => (
              <Line key={says} says={says} amount={moneyChange(amount)} />
            ))}
            <div className={styles.total}>
              <dt>November snapshot</dt>
              <dd>{money(total)}</dd>
            </div>
          </dl>
        </div>
      </div>
    </aside>
  )
}

function Line({ says, amount }: { says: string; amount: string }) {
  return (
    <div className={styles.line}>
      <dt>{says}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
