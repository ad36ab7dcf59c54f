/** Which member a row is, where the file and the roster cannot tell: a person chooses, or leaves the row out. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { AsyncSelectField } from '../../../ui/fields/AsyncSelectField'
import { SelectField } from '../../../ui/fields/SelectField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { PanelSection } from '../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../ui/panel/usePanels'
import { Details } from '../../../ui/value/Details'
import { anotherMember, chosenMember, matchBlank, matchOptions, matchValues, personFacts } from './matching'
import { censusKey, chooseMatch, file as fileQuery, findMembers, record as recordQuery } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { errorsOf, recordName, rowFact, warningsOf } from '../tasks/recordWords'
import { askToSkip } from '../tasks/skipping'

interface MatchPanelProps {
  fileId: number
  taskId: number
  row: number
}

export function MatchPanel({ fileId, taskId, row }: MatchPanelProps) {
  const can = useCan()
  const { close } = usePanelPlace()
  const { data: file } = useQuery(fileQuery(fileId))
  const form = useApiForm({
    key: `census match ${fileId} ${row}`,
    blank: matchBlank,
    load: recordQuery(fileId, taskId, row),
    toValues: matchValues,
    save: (values) => chooseMatch(fileId, taskId, row, chosenMember(values)),
    refresh: [censusKey],
  })
  const { loaded, values } = form
  const group = file?.EmployerGroup?.Id ?? 0
  const locked = file && (can('EditCensus') ? whyLocked(file) : 'You may look at this row, not decide it.')
  return (
    <FormPanel
      form={form}
      title="Choose Member"
      status={loaded && rowFact(loaded)}
      context={loaded && `${recordName(loaded)} · line ${loaded.Line} of ${file?.OriginalFileName ?? 'the file'}`}
      action="Save Choice"
      readOnly={locked}
      more={!locked && loaded && <Button onClick={() => askToSkip(fileId, taskId, loaded, close)}>Skip Row</Button>}
      note={
        loaded &&
        [...errorsOf(loaded), ...warningsOf(loaded, 'match')].map((said) => (
          <Note key={said} kind="warn">
            {said}
          </Note>
        ))
      }
    >
      {loaded && (
        <PanelSection title="The row says">
          <Details items={personFacts(loaded)} />
        </PanelSection>
      )}
      <FormSection title="Who is it?" help="A row stands for one member, and a member for one row.">
        <SelectField name="Member" label="This row is" options={loaded ? matchOptions(loaded) : []} />
        {values.Member === anotherMember && (
          <AsyncSelectField
            name="EmployeeId"
            labelName="EmployeeName"
            label="Member of the group"
            search={(term, signal) => findMembers(group, term, signal)}
            nothing="No results."
          />
        )}
      </FormSection>
    </FormPanel>
  )
}
