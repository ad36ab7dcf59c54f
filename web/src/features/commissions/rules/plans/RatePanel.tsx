/** The payout rates of a plan line in a rule: every one that was set, by whom, and until when it was in force. */
import { useQuery } from '@tanstack/react-query'
import { moment } from '../../../../lib/format/dates'
import { money } from '../../../../lib/format/money'
import { monthName, monthOf } from '../../../../lib/format/months'
import { Answered } from '../../../../ui/state/Answered'
import { Button } from '../../../../ui/action/Button'
import type { Column } from '../../../../ui/list/columns'
import { SidePanel } from '../../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../../ui/panel/usePanels'
import { PlainTable } from '../../../../ui/table/PlainTable'
import { StatusDot } from '../../../../ui/value/StatusDot'
import { rateHistory, rulePlans, type PastRate } from '../queries'

const columns: readonly Column<PastRate>[] = [
  { key: 'PayoutRate', title: 'Payout rate', kind: 'money', cell: ({ PayoutRate }) => money(PayoutRate) },
  { key: 'EffectiveFrom', title: 'In force from', cell: startOf },
  { key: 'SetBy', title: 'Set by', size: 'small', cell: ({ SetBy }) => SetBy },
  { key: 'SetOn', title: 'Set on', cell: ({ SetOn }) => moment(SetOn) },
  { key: 'ReplacedOn', title: 'Status', kind: 'status', cell: (rate) => <Standing rate={rate} /> },
]

function startOf({ EffectiveFrom }: PastRate): string {
  return EffectiveFrom == null ? 'The beginning' : monthName(monthOf(EffectiveFrom))
}

function Standing({ rate: { Standing: standing, ReplacedOn } }: { rate: PastRate }) {
  switch (standing) {
    case 'InForce':
      return <StatusDot tone="ok">In force</StatusDot>
    case 'Scheduled':
      return (
        <StatusDot tone="info" shape="ring">
          Scheduled
        </StatusDot>
      )
    case 'Ended':
      return <StatusDot tone="off">Ended</StatusDot>
    default:
      return <StatusDot tone="off">Replaced {ReplacedOn != null && moment(ReplacedOn)}</StatusDot>
  }
}

export function RatePanel({ ruleId, lineId }: { ruleId: number; lineId: number }) {
  const { close } = usePanelPlace()
  const plans = useQuery(rulePlans(ruleId))
  const query = useQuery(rateHistory(ruleId, lineId))
  const line = plans.data?.find(({ CommissionLineItemId }) => CommissionLineItemId === lineId)
  return (
    <SidePanel
      title="Payout Rates"
      context={
        line && `${line.BillingLineItemName} · ${line.EmployerName} · billed at ${money(line.BillingLineItemRate)}`
      }
      footer={<Button onClick={close}>Close</Button>}
    >
      <Answered query={query} what="the payout rates" flush>
        {(rates) => (
          <PlainTable
            label="Payout rates"
            columns={columns}
            rows={rates}
            rowId={({ Id }) => Id}
            narrow={(rate) => ({
              title: money(rate.PayoutRate),
              status: <Standing rate={rate} />,
              facts: [startOf(rate), rate.SetBy, moment(rate.SetOn)],
            })}
          />
        )}
      </Answered>
    </SidePanel>
  )
}
