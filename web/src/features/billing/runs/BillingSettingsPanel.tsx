/** Whether the plans of the past month are billed by themselves (rules.md#automatic-billing). */
import { SwitchField } from '../../../ui/fields/SwitchField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { billingSettings, saveBillingSettings, type BillingSettings } from './queries'
import { SenderNote } from './SenderNote'

export function BillingSettingsPanel() {
  const form = useApiForm({
    key: 'billing settings',
    blank: { AutomaticRun: false },
    load: billingSettings,
    toValues: ({ AutomaticRun }: BillingSettings) => ({ AutomaticRun }),
    save: ({ AutomaticRun }, loaded) => saveBillingSettings({ AutomaticRun, Version: loaded?.Version ?? 0 }),
    refresh: [billingSettings.queryKey],
    saved: 'The billing settings have been saved.',
  })
  return (
    <FormPanel
      form={form}
      title="Automatic Run"
      context="Billing without being asked"
      action="Save settings"
      note={<SenderNote settings={form.loaded} />}
    >
      <FormSection help="Each night it bills the groups of the brokers whose billing period ended the day before: every active plan that generates invoices and has no snapshot of the month yet. What is created is listed here as a run, and can be regenerated or deleted like any other snapshot.">
        <SwitchField name="AutomaticRun" label="Create snapshots and invoices by itself" />
      </FormSection>
    </FormPanel>
  )
}
