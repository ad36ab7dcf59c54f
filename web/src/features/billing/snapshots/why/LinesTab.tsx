/** The lines of the snapshot, each opening below to its members, or to how many consults it counts. */
import { useState } from 'react'
import { billsEmployees, correctionName, serviceMonth } from '../../../../lib/billedLines'
import type { WhyPath } from '../../../../lib/whyPanel'
import { BillFoot } from '../../../../ui/bill/BillHead'
import { BillLines } from '../../../../ui/bill/BillLines'
import { Behind } from './Behind'
import type { Why } from './queries'
import { monthBefore } from './words'

export function LinesTab({ path, why }: { path: WhyPath; why: Why }) {
  const [openId, setOpenId] = useState<number>()
  const open = why.LineItems.find(({ Id }) => Id === openId)
  const title = open && [open.Name, correctionName(open), serviceMonth(open)].filter(Boolean).join(', ')
  return (
    <>
      <BillLines label="Lines of the snapshot" lines={why.LineItems} openId={openId} onToggle={(id) => setOpenId(id === openId ? undefined : id)} total={why.InvoiceTotalDollars} empty="This snapshot has no lines: there was nothing to bill." />
      {open && title && (
        <BillFoot>
          <Behind key={open.Id} path={path} part={{ LineId: open.Id }} title={title} before={monthBefore(why)} tells={open.IsCorrection || !billsEmployees(open) ? 'reason' : 'status'} names={billsEmployees(open)} />
        </BillFoot>
      )}
    </>
  )
}
