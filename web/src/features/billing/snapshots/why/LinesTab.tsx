/** The lines of the snapshot, each opening below to its members, or to how many consults it counts. */
import { billsEmployees, correctionName, serviceMonth } from '../../../../lib/billing/billedLines'
import type { WhyPath } from '../../../../lib/billing/whyPanel'
import { BillFoot } from '../../../../ui/bill/BillHead'
import { BillLines } from '../../../../ui/bill/BillLines'
import { useOpenLine } from '../../../../ui/bill/useOpenLine'
import { Behind } from './Behind'
import type { Why } from './queries'
import { monthBefore } from './words'

export function LinesTab({ path, why }: { path: WhyPath; why: Why }) {
  const { open, asked, onToggle } = useOpenLine(why.LineItems)
  const title = open && [open.Name, correctionName(open), serviceMonth(open)].filter(Boolean).join(', ')
  return (
    <>
      <BillLines
        label="Lines of the snapshot"
        lines={why.LineItems}
        openId={open?.Id}
        onToggle={onToggle}
        total={why.InvoiceTotalDollars}
        empty="This snapshot has no lines: there was nothing to bill."
      />
      {open && title && (
        <BillFoot asked={asked}>
          <Behind
            key={open.Id}
            path={path}
            part={{ LineId: open.Id }}
            title={title}
            before={monthBefore(why)}
            tells={open.IsCorrection || !billsEmployees(open) ? 'reason' : 'status'}
            names={billsEmployees(open)}
          />
        </BillFoot>
      )}
    </>
  )
}
