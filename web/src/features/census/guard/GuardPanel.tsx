/** An administrator confirms how many members an explicit file may end, by typing the number. */
import { count, counted } from '../../../lib/format/money'
import { NumberField } from '../../../ui/fields/NumberField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { endedByRows, guardState, guardTitle } from '../changes'
import { censusKey, confirmTerminations, file as fileQuery } from '../queries'
import { explicitHelp, fileContext, fileNumber } from '../words'

interface Values {
  Count: number | null
}

const blank: Values = { Count: null }

export function GuardPanel({ id }: { id: number }) {
  const form = useApiForm({
    key: `census guard ${id}`,
    blank,
    load: fileQuery(id),
    save: ({ Count }) => confirmTerminations(id, Count),
    refresh: [censusKey],
    saved: 'The file has been updated successfully!',
  })
  const { loaded } = form
  const guard = loaded && guardState(loaded)
  const byRows = loaded ? endedByRows(loaded) : 0
  return (
    <FormPanel
      form={form}
      title="Confirm Endings"
      status={loaded && fileNumber(loaded)}
      context={loaded && fileContext(loaded)}
      action="Confirm"
      readOnly={loaded && !guard && 'There is nothing to confirm.'}
      note={
        guard && (
          <Note kind="bad" title={guardTitle(guard)} ownLine>
            {byRows > 0 && `${counted(byRows, 'member')} ${byRows === 1 ? 'is' : 'are'} ended by what the rows say. `}
            {loaded.EffectiveExplicitImport && explicitHelp}
          </Note>
        )
      }
    >
      <FormSection title="How many members are to be ended?">
        <NumberField
          name="Count"
          label="Members to end"
          span={3}
          min={0}
          help={guard && `Type ${count(guard.ended)} to confirm.`}
        />
      </FormSection>
    </FormPanel>
  )
}
