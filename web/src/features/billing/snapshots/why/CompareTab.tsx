/** From the total of the month before to this one, cause by cause; a cause opens, below, to the members behind it. */
import { useState } from 'react'
import { money } from '../../../../lib/money'
import type { WhyPath } from '../../../../lib/whyPanel'
import { BillFoot } from '../../../../ui/bill/BillHead'
import { Behind } from './Behind'
import { Causes } from './Causes'
import styles from './CompareTab.module.css'
import type { Why } from './queries'
import { behindTitle, differenceWords, isPriced, monthBefore } from './words'

export function CompareTab({ path, why }: { path: WhyPath; why: Why }) {
  const [open, setOpen] = useState<readonly string[]>([])
  const toggle = (cause: string) => setOpen(open.includes(cause) ? open.filter((other) => other !== cause) : [...open, cause])
  const { lead, strong, rest } = differenceWords(why)
  const opened = why.Causes.filter(({ Cause }) => open.includes(Cause))
  return (
    <>
      <p className={styles.head}>
        <strong className={styles.amount}>{money(why.InvoiceTotalDollars)}</strong>
        <span>
          {lead} <strong>{strong}</strong> {rest}
        </span>
      </p>
      <Causes why={why} open={open} onToggle={toggle} />
      {opened.length > 0 && (
        <BillFoot>
          <div className={styles.opened}>
            {opened.map((cause) => (
              <Behind key={cause.Cause} path={path} part={{ Cause: cause.Cause }} title={behindTitle(cause)} before={monthBefore(why)} tells={cause.Cause === 'Joined' || cause.Cause === 'Left' ? 'status' : 'reason'} names={!isPriced(cause)} signed />
            ))}
          </div>
        </BillFoot>
      )}
    </>
  )
}
