/** Adds a line item to a plan, or edits one. Stands above the plan's panel. */
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { Note } from '../../../ui/state/Note'
import { LineFields } from './LineFields'
import { newLine, toLineInput, toLineValues } from './lineForm'
import { changedByLines, plan, planLine, saveLine, type Line, type Plan, type PlanPath } from './queries'

interface LinePanelProps {
  path: PlanPath
  id: number | undefined
  /** The plan's name. */
  context: string | undefined
}

export function LinePanel({ id, ...props }: LinePanelProps) {
  return id === undefined ? <CreateLine {...props} /> : <EditLine id={id} {...props} />
}

function CreateLine({ path, context }: Omit<LinePanelProps, 'id'>) {
  const form = useApiForm({
    key: `line of plan ${path.invoiceId} new`,
    blank: newLine(0),
    load: plan(path),
    toValues: ({ BillingType }: Plan) => newLine(BillingType),
    save: (values) => saveLine(path, undefined, toLineInput(values, undefined)),
    refresh: changedByLines(path),
    saved: 'The line item has been created.',
  })
  return (
    <FormPanel form={form} title="New Line Item" context={context} action="Save line item">
      <LineFields employerId={path.employerId} form={form} stored={undefined} />
    </FormPanel>
  )
}

function EditLine({ path, id, context }: LinePanelProps & { id: number }) {
  const form = useApiForm({
    key: `line ${id} of plan ${path.invoiceId}`,
    blank: newLine(0),
    load: planLine(path, id),
    toValues: toLineValues,
    save: (values, stored: Line | undefined) => saveLine(path, id, toLineInput(values, stored)),
    refresh: changedByLines(path),
    saved: 'The line item has been updated.',
  })
  const stored = form.loaded
  return (
    <FormPanel
      form={form}
      title="Update Line Item"
      context={context}
      action="Save line item"
      note={
        stored?.IsBilled && (
          <Note title="Snapshots have billed this line item." ownLine>
            What it counts, for which month and for whom stays as it is. To change that, delete this line item and add a
            new one.
          </Note>
        )
      }
    >
      <LineFields employerId={path.employerId} form={form} stored={stored} />
    </FormPanel>
  )
}
