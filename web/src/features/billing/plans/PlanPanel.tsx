/** Creates or edits a billing plan, with its line items in a tab of their own once it exists. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordId } from '../../../lib/recordId'
import { Button } from '../../../ui/action/Button'
import { useApiForm } from '../../../ui/form/useApiForm'
import { IconPlus } from '../../../ui/icons'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { namesNew, NoRecordPanel, ofRecordOrNew } from '../../../ui/panel/ofRecord'
import { Panels } from '../../../ui/panel/Panels'
import { panelTabs } from '../../../ui/panel/PanelTabs'
import { usePanels } from '../../../ui/panel/usePanels'
import { useHere } from '../../../ui/useHere'
import { PanelLink } from '../../../ui/action/RowLink'
import { StatusDot } from '../../../ui/value/StatusDot'
import { PlanFields } from './PlanFields'
import { LinePanel } from './LinePanel'
import { followAccount, newPlan, toInput, toValues } from './planForm'
import { PlanLines } from './PlanLines'
import { plan, planLines, planSnapshots, plansKey, savePlan, type PlanPath } from './queries'

const tabs = [
  { name: 'details', label: 'Details' },
  { name: 'lines', label: 'Line Items' },
] as const
type Tab = (typeof tabs)[number]['name']

/** The id of the panel is empty for a new plan, `3` for a plan, and `3.lines` for a plan opened at its line items. */
export function PlanPanel({ employerId, id }: { employerId: number; id: string }) {
  if (namesNew(id)) return <CreatePlan employerId={employerId} />
  const [plan = '', tab = 'details', ...rest] = id.split('.')
  const invoiceId = recordId(plan)
  const first = tabs.find(({ name }) => name === tab)?.name
  if (invoiceId === undefined || first === undefined || rest.length > 0) return <NoRecordPanel what="billing plan" />
  return <EditPlan path={{ employerId, invoiceId }} first={first} />
}

/** How long the notice stands alone before the editor opens again on the new plan. */
const reopensAfter = 500

function CreatePlan({ employerId }: { employerId: number }) {
  const { open } = usePanels()
  const markHere = useHere()
  const reopen = (plan: number) => {
    const isHere = markHere()
    setTimeout(() => isHere() && open('plan', `${plan}.lines`), reopensAfter)
  }
  const form = useApiForm({
    key: `plan ${employerId} new`,
    blank: newPlan,
    follow: followAccount,
    save: (values) => savePlan(employerId, undefined, toInput(values, undefined)),
    refresh: [plansKey(employerId)],
    saved: 'The billing plan has been created.',
    onSaved: ({ Id }) => reopen(Id),
  })
  return (
    <FormPanel form={form} title="Create Plan" action="Create plan">
      <PlanFields employerId={employerId} form={form} />
    </FormPanel>
  )
}

function EditPlan({ path, first }: { path: PlanPath; first: Tab }) {
  const [tab, setTab] = useState<Tab>(first)
  const { open } = usePanels()
  const form = useApiForm({
    key: `plan ${path.employerId} ${path.invoiceId}`,
    blank: newPlan,
    follow: followAccount,
    load: plan(path),
    toValues,
    save: (values, stored) => savePlan(path.employerId, path.invoiceId, toInput(values, stored)),
    refresh: [plansKey(path.employerId)],
    saved: 'The billing plan has been updated.',
  })
  const stored = form.loaded
  const action = (
    <Button kind="primary" icon={IconPlus} data-autofocus onClick={() => open('line')}>
      New Line Item
    </Button>
  )
  const context = stored && (
    <>
      {stored.Name} ·{' '}
      <PanelLink label="View Snapshots" onClick={() => open(planSnapshots, path.invoiceId)}>
        View Snapshots
      </PanelLink>
    </>
  )
  return (
    <>
      <FormPanel
        form={form}
        title="Edit Plan"
        status={
          stored && <StatusDot tone={stored.Active ? 'ok' : 'off'}>{stored.Active ? 'Active' : 'In-Active'}</StatusDot>
        }
        context={context}
        tabs={panelTabs('Parts of the plan', tabs, tab, setTab)}
        action="Save plan"
        history={{ subject: 'plan', id: path.invoiceId }}
        note={<NothingBilled path={path} onShow={() => setTab('lines')} />}
        instead={tab === 'lines' && { body: <PlanLines path={path} />, action }}
      >
        <PlanFields employerId={path.employerId} form={form} />
      </FormPanel>
      <Panels
        kinds={{ line: ofRecordOrNew('line item', (id) => <LinePanel path={path} id={id} context={stored?.Name} />) }}
      />
    </>
  )
}

/** Says that a plan without line items bills nothing, and leads to them. */
function NothingBilled({ path, onShow }: { path: PlanPath; onShow: () => void }) {
  const { data: lines } = useQuery(planLines(path))
  if (lines?.length !== 0) return null
  return (
    <Note
      title="This plan bills nothing yet."
      action={
        <Button small onClick={onShow}>
          Add a line item
        </Button>
      }
    >
      It has no line items.
    </Note>
  )
}
