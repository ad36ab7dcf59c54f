/** How a file takes effect: its own explicit import or the group's, and its effective date. */
import { SwitchField } from '../../../ui/fields/SwitchField'
import { DateField } from '../../../ui/fields/DateField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { censusKey, file, saveFile } from '../queries'
import { effectiveHelp, explicitHelp, fileContext, fileNumber } from '../words'

interface Values {
  /** Whether the file has a setting of its own. */
  Override: boolean
  ExplicitImport: boolean
  GlobalEffectiveDate: string
}

const blank: Values = { Override: false, ExplicitImport: false, GlobalEffectiveDate: '' }

export function FileSettingsPanel({ id }: { id: number }) {
  const form = useApiForm({
    key: `census file ${id}`,
    blank,
    load: file(id),
    toValues: (loaded): Values => ({
      Override: (loaded.ExplicitImport ?? null) !== null,
      ExplicitImport: loaded.ExplicitImport ?? false,
      GlobalEffectiveDate: loaded.GlobalEffectiveDate ?? '',
    }),
    save: ({ Override, ExplicitImport, GlobalEffectiveDate }, loaded) =>
      saveFile(id, {
        ExplicitImport: Override ? ExplicitImport : null,
        GlobalEffectiveDate: GlobalEffectiveDate || null,
        Version: loaded?.Version ?? null,
      }),
    // A setting of the file's own begins as off (rules.md#settings-of-a-file), whatever it was before.
    follow: (name) => (name === 'Override' ? { ExplicitImport: false } : {}),
    refresh: [censusKey],
    saved: 'The file has been updated successfully!',
  })
  const { loaded } = form
  const groupSays = loaded?.EmployerGroup?.ExplicitImport ? 'on' : 'off'
  return (
    <FormPanel
      form={form}
      title="Edit File"
      status={loaded && fileNumber(loaded)}
      context={loaded && fileContext(loaded)}
      action="Save file"
    >
      {!loaded?.IsMultiGroup && (
        <FormSection title="Explicit import">
          <SwitchField name="Override" label="Override the group setting" help={`The group has it ${groupSays}.`} />
          {form.values.Override && <SwitchField name="ExplicitImport" help={explicitHelp} />}
        </FormSection>
      )}
      <FormSection title="When it takes effect">
        <DateField name="GlobalEffectiveDate" optional span={3} help={effectiveHelp} />
      </FormSection>
    </FormPanel>
  )
}
