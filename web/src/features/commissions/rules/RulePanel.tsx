/** Creates or edits a commission rule; once it exists, its billing plans and its adjustments have a tab each. */
import { useState } from 'react'
import { recordId } from '../../../lib/recordId'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { namesNew, NoRecordPanel } from '../../../ui/panel/ofRecord'
import { panelTabs, type PanelTabsProps } from '../../../ui/panel/PanelTabs'
import { askingTabs } from '../../../ui/panel/unsaved'
import { usePanels } from '../../../ui/panel/usePanels'
import { useHere } from '../../../ui/useHere'
import { RuleAdjustments } from './adjustments/RuleAdjustments'
import { RulePlans } from './plans/RulePlans'
import { rule as ruleOf, rulePlans, rulesKey, saveRule } from './queries'
import { RuleContext } from './RuleContext'
import { RuleFields } from './RuleFields'
import { followAccount, newRule, toInput, toValues } from './ruleForm'

const tabs = [
  { name: 'details', label: 'Details' },
  { name: 'plans', label: 'Billing Plans' },
  { name: 'adjustments', label: 'Adjustments' },
] as const
type Tab = (typeof tabs)[number]['name']

/** The id is empty or 0 for a new rule, `3` for a rule, `3.plans` and `3.adjustments` for a rule opened at that part. */
export function RulePanel({ id }: { id: string }) {
  if (namesNew(id)) return <CreateRule />
  const [rule = '', tab = 'details', ...rest] = id.split('.')
  const ruleId = recordId(rule)
  const first = tabs.find(({ name }) => name === tab)?.name
  if (ruleId === undefined || first === undefined || rest.length > 0) return <NoRecordPanel what="commission rule" />
  return <KnownRule id={ruleId} first={first} />
}

function KnownRule({ id, first }: { id: number; first: Tab }) {
  const [tab, setTab] = useState<Tab>(first)
  const choices = panelTabs('Parts of the commission rule', tabs, tab, setTab)
  if (tab === 'adjustments') return <RuleAdjustments id={id} tabs={choices} />
  return tab === 'plans' ? <RulePlans id={id} tabs={choices} /> : <EditRule id={id} tabs={choices} />
}

function CreateRule() {
  const { replace } = usePanels()
  const markHere = useHere()
  // Once it is drawn again the form knows that nothing is unsaved, and lets the editor of the new rule take its place.
  const goOn = (id: number) => {
    const isHere = markHere()
    setTimeout(() => isHere() && replace('rule', id))
  }
  const [plans, setPlans] = useState<readonly number[]>([])
  const form = useApiForm({
    key: 'commission rule new',
    blank: newRule,
    follow: followAccount,
    save: (values) => saveRule(undefined, toInput(values, undefined, plans)),
    refresh: [rulesKey],
    saved: 'The commission rule has been created.',
    onSaved: ({ Id }) => goOn(Id),
  })
  return (
    <FormPanel form={form} title="Commission Rule" action="Create rule" stays>
      <RuleFields form={form} plans={{ chosen: plans, choose: setPlans }} />
    </FormPanel>
  )
}

function EditRule({ id, tabs: choices }: { id: number; tabs: PanelTabsProps }) {
  const form = useApiForm({
    key: `commission rule ${id}`,
    blank: newRule,
    follow: followAccount,
    load: ruleOf(id),
    toValues,
    save: (values, stored) => saveRule(id, toInput(values, stored)),
    refresh: [rulesKey],
    saved: 'The commission rule has been updated.',
  })
  return (
    <FormPanel
      form={form}
      title="Commission Rule"
      context={form.loaded && <RuleContext rule={form.loaded} />}
      tabs={askingTabs(choices, form.dirty)}
      action="Save rule"
      history={{ subject: 'commission_rule', id }}
    >
      <RuleFields form={form} held={rulePlans(id)} />
    </FormPanel>
  )
}
