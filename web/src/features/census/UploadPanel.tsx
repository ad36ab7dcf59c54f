/** Uploading a census file: first whether it holds one group or several, then the group, the file, and how it takes effect. */
import { refuse } from '../../lib/failure'
import { useCan } from '../../session/session'
import { AsyncSelectField } from '../../ui/fields/AsyncSelectField'
import { ChoiceField, YesNoField } from '../../ui/fields/ChoiceField'
import { DateField } from '../../ui/fields/DateField'
import { FileField } from '../../ui/fields/FileField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { fileAddress } from './addresses'
import {
  censusKey,
  employer,
  file,
  findEmployers,
  uploadFile,
  type CensusEmployer,
  type EmployerChoice,
} from './queries'
import { effectiveHelp, explicitHelp, fileNumber, groupName } from './words'

interface Values {
  /** Null until it is chosen. */
  IsMultiGroup: boolean | null
  EmployerId: number | null
  EmployerName: string
  File: File | null
  GlobalEffectiveDate: string
  ExplicitImport: boolean | null
}

const blank: Values = {
  IsMultiGroup: null,
  EmployerId: null,
  EmployerName: '',
  File: null,
  GlobalEffectiveDate: '',
  ExplicitImport: null,
}
const uploaded = 'Your file has been uploaded!'
const census = {
  name: 'File',
  label: 'Census file',
  accept: '.csv,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  placeholder: 'Drop a .csv or .xlsx file here',
}
const groupKinds = [
  { value: false, label: 'Single-group' },
  { value: true, label: 'Multi-group' },
]

/** What needs no server to be refused. */
function chosenFile({ IsMultiGroup, File: chosen }: Values): File {
  if (IsMultiGroup === null) return refuse('IsMultiGroup', 'Choose multi-group or single-group.')
  if (chosen === null) return refuse('File', 'You must select a file.')
  if (!/\.(csv|xlsx)$/i.test(chosen.name)) return refuse('File', 'Only .csv and .xlsx files can be uploaded.')
  return chosen
}

/** With a group it is a file of that group; without, one chooses. */
export function UploadPanel({ employerId }: { employerId?: number | undefined }) {
  const isAdministrator = useCan()('AdministerCensus')
  const form = useApiForm({
    key: `census upload ${employerId ?? 'new'}`,
    blank,
    load: employerId === undefined ? undefined : employer(employerId),
    toValues: (group: CensusEmployer): Values => ({
      ...blank,
      IsMultiGroup: false,
      EmployerId: group.Id,
      EmployerName: group.Name,
      ExplicitImport: group.ExplicitImport,
    }),
    save: (values) =>
      uploadFile({
        employerId: values.IsMultiGroup ? 0 : (values.EmployerId ?? 0),
        censusFileId: null,
        isMultiGroup: values.IsMultiGroup === true,
        globalEffectiveDate: isAdministrator ? values.GlobalEffectiveDate : '',
        explicitImport: !isAdministrator ? false : values.IsMultiGroup ? null : values.ExplicitImport,
        file: chosenFile(values),
      }),
    refresh: [censusKey],
    saved: uploaded,
    offers: ({ Id }) => ({ label: 'Open file', to: fileAddress(Id) }),
  })
  const { IsMultiGroup, EmployerId } = form.values
  // A file of several groups belongs to none.
  const clearEmployer = () => {
    form.set('EmployerId', null)
    form.set('EmployerName', '')
    form.set('ExplicitImport', null)
  }
  // The group's own setting is where the choice starts.
  const startFrom = (group: EmployerChoice | null) =>
    form.set('ExplicitImport', group && isAdministrator ? group.explicitImport : null)
  return (
    <FormPanel form={form} title="Upload Census File" context={form.loaded?.Name} action="Upload File">
      {employerId === undefined && (
        <FormSection
          title="What does the file hold?"
          help="A multi-group file names the group of each row in its GroupId column."
        >
          <ChoiceField
            name="IsMultiGroup"
            label="Kind of file"
            choices={groupKinds}
            onChoose={(isMultiGroup) => isMultiGroup && clearEmployer()}
          />
          {IsMultiGroup === false && (
            <AsyncSelectField
              name="EmployerId"
              labelName="EmployerName"
              label="Employer group"
              search={findEmployers}
              nothing="No employer records matched your search."
              onChoose={startFrom}
            />
          )}
        </FormSection>
      )}
      {IsMultiGroup !== null && (
        <FormSection title="File">
          <FileField
            {...census}
            help="One .csv or .xlsx file. The template names the columns; others are recognized by their headings."
          />
        </FormSection>
      )}
      {IsMultiGroup !== null && isAdministrator && <TakesEffect ofGroup={!IsMultiGroup && EmployerId !== null} />}
    </FormPanel>
  )
}

/** What administrators choose for a file (rules.md#settings-of-a-file). */
function TakesEffect({ ofGroup }: { ofGroup: boolean }) {
  return (
    <FormSection title="How it takes effect">
      <DateField name="GlobalEffectiveDate" optional span={3} help={effectiveHelp} />
      {ofGroup && <YesNoField name="ExplicitImport" span={3} help={explicitHelp} />}
    </FormSection>
  )
}

/** Another content for a file; its group and its settings stay unless they are changed here. */
export function ReUploadPanel({ fileId }: { fileId: number }) {
  const isAdministrator = useCan()('AdministerCensus')
  const form = useApiForm({
    key: `census reupload ${fileId}`,
    blank,
    load: file(fileId),
    toValues: (loaded): Values => ({
      ...blank,
      IsMultiGroup: loaded.IsMultiGroup,
      EmployerId: loaded.EmployerGroup?.Id ?? null,
      GlobalEffectiveDate: loaded.GlobalEffectiveDate ?? '',
      ExplicitImport: loaded.ExplicitImport ?? null,
    }),
    save: (values) =>
      uploadFile({
        employerId: values.EmployerId ?? 0,
        censusFileId: fileId,
        isMultiGroup: values.IsMultiGroup === true,
        globalEffectiveDate: isAdministrator ? values.GlobalEffectiveDate : '',
        explicitImport: isAdministrator ? values.ExplicitImport : false,
        file: chosenFile(values),
      }),
    refresh: [censusKey],
    saved: uploaded,
  })
  const { loaded } = form
  return (
    <FormPanel
      form={form}
      title="Upload Census File"
      status={loaded && fileNumber(loaded)}
      context={loaded && `${groupName(loaded)} · in the place of ${loaded.OriginalFileName}`}
      action="Upload File"
    >
      <FormSection title="File" help="Its tasks start again; what was found in the old content is dropped.">
        <FileField {...census} help="One .csv or .xlsx file." />
      </FormSection>
      {loaded && isAdministrator && <TakesEffect ofGroup={!loaded.IsMultiGroup} />}
    </FormPanel>
  )
}
