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
  const { open, asked, toggle } = useOpenCauses()
  const { lead, strong, rest } = differenceWords(why)
  const opened = open.flatMap((name) => why.Causes.filter(({ Cause }) => Cause === name))
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
        <BillFoot asked={asked}>
          <div className={styles.opened}>
            {opened.map((cause) => (
              <Behind
                key={cause.Cause}
                path={path}
                part={{ Cause: cause.Cause }}
                title={behindTitle(cause)}
                before={monthBefore(why)}
                tells={cause.Cause === 'Joined' || cause.Cause === 'Left' ? 'status' : 'reason'}
                names={!isPriced(cause)}
                signed
              />
            ))}
          </div>
        </BillFoot>
      )}
    </>
  )
}

/** The causes that are open, that of the last click first, so that its members are what comes into view. */
function useOpenCauses() {
  const [{ open, asked }, setState] = useState<{ open: readonly string[]; asked: number }>({ open: [], asked: 0 })
  const toggle = (cause: string) => {
    const others = open.filter((other) => other !== cause)
    setState(others.length < open.length ? { open: others, asked } : { open: [cause, ...others], asked: asked + 1 })
  }
  return { open, asked, toggle }
}
