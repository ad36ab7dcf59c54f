/** Creates or edits a billing plan. */
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { usePanels } from '../../ui/panel/usePanels'
import { StatusDot } from '../../ui/StatusDot'
import { PlanFields } from './PlanFields'
import { newPlan, toInput, toValues } from './planForm'
import { plan, plansKey, savePlan, type PlanPath } from './queries'

export function PlanPanel({ employerId, id }: { employerId: number; id: number | undefined }) {
  return id === undefined ? <CreatePlan employerId={employerId} /> : <EditPlan path={{ employerId, invoiceId: id }} />
}

/** How long the notice stands alone before the editor opens again on the new plan. */
const reopensAfter = 500

function CreatePlan({ employerId }: { employerId: number }) {
  const { open } = usePanels()
  const form = useApiForm({
    key: `plan ${employerId} new`,
    blank: newPlan,
    save: (values) => savePlan(employerId, undefined, toInput(values, undefined)),
    refresh: [plansKey(employerId)],
    saved: 'The billing plan has been created.',
    onSaved: ({ Id }) => void setTimeout(() => open('plan', Id), reopensAfter),
  })
  return (
    <FormPanel form={form} title="Create Plan" action="Create plan">
      <PlanFields form={form} stored={undefined} />
    </FormPanel>
  )
}

function EditPlan({ path }: { path: PlanPath }) {
  const form = useApiForm({
    key: `plan ${path.employerId} ${path.invoiceId}`,
    blank: newPlan,
    load: plan(path),
    toValues,
    save: (values, stored) => savePlan(path.employerId, path.invoiceId, toInput(values, stored)),
    refresh: [plansKey(path.employerId)],
    saved: 'The billing plan has been updated.',
  })
  const stored = form.loaded
  return (
    <FormPanel
      form={form}
      title="Edit Plan"
      status={stored && <StatusDot tone={stored.Active ? 'ok' : 'off'}>{stored.Active ? 'Active' : 'In-Active'}</StatusDot>}
      context={stored?.Name}
      action="Save plan"
    >
      <PlanFields form={form} stored={stored} />
    </FormPanel>
  )
}
