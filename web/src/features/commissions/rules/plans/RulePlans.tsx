/** The billing plans of a rule: which lines it pays on, and how much. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { businessDay } from '../../../../lib/format/dates'
import { counted } from '../../../../lib/format/money'
import { Answered } from '../../../../ui/state/Answered'
import { Button } from '../../../../ui/action/Button'
import { chevron } from '../../../../ui/fields/frame'
import { IconAlertTriangle, IconPlus } from '../../../../ui/icons'
import { Note } from '../../../../ui/state/Note'
import { SidePanel } from '../../../../ui/panel/SidePanel'
import type { PanelTabsProps } from '../../../../ui/panel/PanelTabs'
import { askingTabs } from '../../../../ui/panel/unsaved'
import { useHistoryTab } from '../../../../ui/panel/useHistoryTab'
import { useLeaving } from '../../../../ui/panel/useLeaving'
import { usePanels } from '../../../../ui/panel/usePanels'
import { rule as ruleOf, rulePlans, type PlanRow, type Rule } from '../queries'
import { RuleContext } from '../RuleContext'
import { changedRows, overpaid, overpaidText, startsOf } from './payouts'
import { PayoutGrid } from './PayoutGrid'
import styles from './Plans.module.css'
import { PlanTools, usePlanFilter } from './PlanTools'
import { usePayouts, type Payouts } from './usePayouts'
import { useSelectPlans } from './useSelectPlans'

export function RulePlans({ id, tabs }: { id: number; tabs: PanelTabsProps }) {
  const { data: rule, ...asked } = useQuery(ruleOf(id))
  const query = useQuery(rulePlans(id))
  const [start, setStart] = useState('')
  const from = start === '' ? null : start
  const payouts = usePayouts(id, from)
  const rows = query.data ?? []
  const changed = changedRows(rows, payouts.drafts, from).length
  const { leave } = useLeaving(changed > 0)
  // What was typed stays while the history is looked at.
  const past = useHistoryTab({ subject: 'commission_rule', id }, askingTabs(tabs, changed > 0))
  const over = overpaidText(overpaid(rows, payouts.drafts, from))
  return (
    <SidePanel
      title="Commission Rule"
      context={rule && <RuleContext rule={rule} />}
      tabs={past.tabs}
      onClose={leave}
      footerState={over && <Overpaid text={over} />}
      footer={
        <>
          <Button kind="primary" disabled={changed === 0} busy={payouts.saving} onClick={() => payouts.saveAll(rows)}>
            {changed === 0 ? 'Save' : `Save ${counted(changed, 'rate')}`}
          </Button>
          <Button onClick={leave}>{changed === 0 ? 'Close' : 'Cancel'}</Button>
        </>
      }
    >
      {past.shown?.body ?? (
        <Answered query={{ ...asked, data: rule }} what="the commission rule" flush>
          {(found) => (
            <Answered query={query} what="the billing plans" flush>
              {(all) => <Plans rule={found} all={all} payouts={payouts} start={start} onStart={setStart} />}
            </Answered>
          )}
        </Answered>
      )}
    </SidePanel>
  )
}

function Overpaid({ text }: { text: string }) {
  return (
    <span className={styles.overpaid}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      {text}
    </span>
  )
}

interface PlansProps {
  rule: Rule
  all: readonly PlanRow[]
  payouts: Payouts
  start: string
  onStart: (start: string) => void
}

function Plans({ rule, all, payouts, start, onStart }: PlansProps) {
  const { open } = usePanels()
  const found = usePlanFilter(all)
  const select = useSelectPlans(rule, all)
  const starts = startsOf(all, businessDay(new Date()))
  return (
    <>
      <PlanTools by={found}>
        <span className={styles.start}>
          <span aria-hidden>Rates from</span>
          <Select
            aria-label="Rates from"
            data={starts.map(({ value, label }) => ({ value, label }))}
            value={start}
            allowDeselect={false}
            withCheckIcon={false}
            rightSection={chevron}
            onChange={(value) => onStart(value ?? '')}
          />
        </span>
        <Button icon={IconPlus} disabled={rule.BrokerId == null} onClick={select}>
          Select Billing Plans
        </Button>
      </PlanTools>
      {rule.BrokerId == null && (
        <Note title="Choose a broker first.">The plans of a rule are those of the groups of its broker.</Note>
      )}
      <PayoutGrid
        rows={found.shown}
        all={all}
        payouts={payouts}
        from={start === '' ? null : start}
        onHistory={(row) => open('rule-rate', `${rule.Id}.${row.CommissionLineItemId}`)}
      />
    </>
  )
}
