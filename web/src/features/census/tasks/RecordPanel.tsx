/** The record fixer: a row of the file is corrected in place; the uploaded file stays as it was. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { DateField } from '../../../ui/fields/DateField'
import { NumberField } from '../../../ui/fields/NumberField'
import { PhoneField } from '../../../ui/fields/PhoneField'
import { SelectField } from '../../../ui/fields/SelectField'
import { StateField } from '../../../ui/fields/StateField'
import { TextField } from '../../../ui/fields/TextField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { usePanelPlace } from '../../../ui/panel/usePanels'
import { censusKey, file as fileQuery, fixRecord, record as recordQuery } from '../queries'
import {
  blankRecord,
  choices,
  inFile,
  labelled,
  ownLabels,
  toRecord,
  valuesOf,
  whyLocked,
  wrongFields,
  type RecordValues,
} from './recordForm'
import { recordName, rowFact } from './recordWords'
import { contentName } from '../words'
import { askToSkip } from './skipping'

interface RecordPanelProps {
  fileId: number
  taskId: number
  row: number
}

export function RecordPanel({ fileId, taskId, row }: RecordPanelProps) {
  const can = useCan()
  const { close } = usePanelPlace()
  const { data: file } = useQuery(fileQuery(fileId))
  const form = useApiForm({
    key: `census record ${fileId} ${row}`,
    blank: blankRecord,
    load: recordQuery(fileId, taskId, row),
    toValues: valuesOf,
    wrong: wrongFields,
    save: (values: RecordValues) => fixRecord(fileId, taskId, toRecord(row, values)),
    refresh: [censusKey],
  })
  const { loaded } = form
  const help = (name: keyof RecordValues) => loaded && inFile(loaded, name)
  const isDependent =
    form.values.MemberType === 'Dependent' ||
    (form.values.MemberType === '' && !['', 'EE'].includes(form.values.Relationship ?? ''))
  const locked = file && (can('EditCensus') ? whyLocked(file) : 'You may look at this row, not change it.')
  return (
    <FormPanel
      form={{ ...form, fieldProblems: labelled(form.fieldProblems) }}
      title="Fix Record"
      status={loaded && rowFact(loaded)}
      context={loaded && `${recordName(loaded)} · line ${loaded.Line} of ${file ? contentName(file) : 'the file'}`}
      action="Save Record"
      readOnly={locked}
      more={
        !locked &&
        loaded &&
        loaded.RowState !== 2 && <Button onClick={() => askToSkip(fileId, taskId, loaded, close)}>Skip Row</Button>
      }
    >
      <FormSection title="Person">
        <TextField name="FirstName" span={3} help={help('FirstName')} />
        <TextField name="LastName" span={3} help={help('LastName')} />
        <DateField name="DateOfBirth" span={3} help={help('DateOfBirth')} />
        <SelectField name="Gender" optional clearable span={3} options={choices.gender} help={help('Gender')} />
        <TextField name="Email" type="email" optional help={help('Email')} />
        <PhoneField name="CellPhone" optional span={3} help={help('CellPhone')} />
        <PhoneField name="HomePhone" optional span={3} help={help('HomePhone')} />
      </FormSection>
      <FormSection title="Address">
        <TextField name="AddressLine1" label="Address line 1" optional help={help('AddressLine1')} />
        <TextField name="AddressLine2" label="Address line 2" optional help={help('AddressLine2')} />
        <TextField name="City" optional span={2} help={help('City')} />
        <StateField name="State" optional span={2} help={help('State')} />
        <TextField name="ZipCode" label={ownLabels.ZipCode} optional span={2} help={help('ZipCode')} />
      </FormSection>
      <FormSection title="Membership" help="What is blank keeps the value that the member has.">
        <SelectField
          name="MemberType"
          optional
          clearable
          span={3}
          options={choices.memberType}
          help={help('MemberType')}
        />
        <SelectField
          name="Relationship"
          optional
          clearable
          span={3}
          options={choices.relationship}
          help={help('Relationship')}
        />
        {isDependent && (
          <NumberField
            name="PrimaryRecordNumber"
            label={ownLabels.PrimaryRecordNumber}
            span={3}
            min={1}
            help="The row of the employee whose dependent this is."
          />
        )}
        <SelectField name="Status" optional clearable span={3} options={choices.status} help={help('Status')} />
        <TextField name="UniqueId" label={ownLabels.UniqueId} optional span={3} help={help('UniqueId')} />
        <TextField
          name="OtherMemberId"
          label={ownLabels.OtherMemberId}
          optional
          span={3}
          help={help('OtherMemberId')}
        />
        <SelectField name="PlanName" optional clearable span={3} options={choices.plan} help={help('PlanName')} />
        <TextField name="PricingGroupCode" optional span={3} help={help('PricingGroupCode')} />
        <TextField
          name="BillingReferenceId"
          label={ownLabels.BillingReferenceId}
          optional
          span={3}
          help={help('BillingReferenceId')}
        />
      </FormSection>
    </FormPanel>
  )
}
