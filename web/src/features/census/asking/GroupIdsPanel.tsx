/** Rows of a multi-group file whose Group ID no group has: each Group ID is given to a group, or left out; the file is then split again. */
import { useCan } from '../../../session/session'
import { AsyncSelectField } from '../../../ui/fields/AsyncSelectField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { censusKey, file as fileQuery, findEmployers, type CensusFile } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { fileNumber } from '../words'
import { chosenGroups, leaveOut, openChoices, unknownGroupIds, whichRows, type GroupIdValues } from './groupIds'
import { saveGroupIds } from './queries'

const blank: GroupIdValues = {}

const choices = async (term: string, signal: AbortSignal) => [leaveOut, ...(await findEmployers(term, signal))]

export function GroupIdsPanel({ fileId, taskId }: { fileId: number; taskId: number }) {
  const can = useCan()
  const unknownIn = ({ Tasks }: CensusFile) => {
    const task = Tasks.find(({ Id }) => Id === taskId)
    return task ? unknownGroupIds(task) : []
  }
  const form = useApiForm({
    key: `census group ids ${fileId}`,
    blank,
    load: fileQuery(fileId),
    toValues: (loaded): GroupIdValues => openChoices(unknownIn(loaded)),
    save: async (values, loaded) => saveGroupIds(fileId, taskId, chosenGroups(values, loaded ? unknownIn(loaded) : [])),
    refresh: [censusKey],
    saved: 'The file is split again.',
  })
  const { loaded: file } = form
  const locked = file && (can('EditCensus') ? whyLocked(file) : 'You may look at the rows, not decide about them.')
  return (
    <FormPanel
      form={form}
      title="Unknown Group IDs"
      status={file && fileNumber(file)}
      context={file?.OriginalFileName}
      action="Split Again"
      readOnly={locked}
    >
      <FormSection
        title="Whose rows are they?"
        help="Choose the group that they are of, or leave them out. Rows that are left out change nobody, and nobody in them is ended for being absent."
      >
        {(file ? unknownIn(file) : []).map((one, place) => (
          <AsyncSelectField
            key={one.GroupId}
            name={`Group${place}`}
            labelName={`Name${place}`}
            label={one.GroupId === '' ? 'No Group ID' : one.GroupId}
            search={choices}
            nothing="No employer records matched your search."
            help={whichRows(one)}
          />
        ))}
      </FormSection>
    </FormPanel>
  )
}
