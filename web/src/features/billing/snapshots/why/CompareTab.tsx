/** From the total of the month before to this one, cause by cause; a cause opens, below, to the members behind it. */
import { money } from '../../../../lib/format/money'
import { monthName, monthOf } from '../../../../lib/format/months'
import type { WhyPath } from '../../../../lib/billing/whyPanel'
import { BillFoot } from '../../../../ui/bill/BillHead'
import { CauseTable } from '../../../../ui/bill/CauseTable'
import { CompareHead } from '../../../../ui/bill/CompareHead'
import { useOpenCauses } from '../../../../ui/bill/useOpenCauses'
import { Behind } from './Behind'
import styles from './CompareTab.module.css'
import type { Why } from './queries'
import { behindTitle, causeName, differenceWords, howMany, isPriced, madeOf, monthBefore, opens } from './words'

export function CompareTab({ path, why }: { path: WhyPath; why: Why }) {
  const { open, asked, toggle } = useOpenCauses()
  const opened = open.flatMap((name) => why.Causes.filter(({ Cause }) => Cause === name))
  return (
    <>
      <CompareHead amount={money(why.InvoiceTotalDollars)} {...differenceWords(why)} />
      <CauseTable
        before={{
          name: why.Previous ? monthName(monthOf(why.Previous.InvoicePeriodEndDate)) : 'Before',
          many: why.Previous ? madeOf(why.MembersBefore, why.Causes, 'Before') : 'nothing was billed',
          dollars: why.Previous?.InvoiceTotalDollars ?? 0,
        }}
        causes={why.Causes.map((cause) => ({
          key: cause.Cause,
          name: causeName(cause),
          many: howMany(cause, monthBefore(why)),
          dollars: cause.AmountDollars,
          opens: opens(cause),
        }))}
        after={{
          name: monthName(monthOf(why.InvoicePeriodEndDate)),
          many: madeOf(why.Members, why.Causes, 'Now'),
          dollars: why.InvoiceTotalDollars,
        }}
        open={open}
        onToggle={toggle}
      />
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
