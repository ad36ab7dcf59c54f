/** Which field each column of the file holds; mapped by hand where the headings did not tell, and remembered for the group. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { CheckboxField } from '../../../ui/fields/CheckboxField'
import { NumberField } from '../../../ui/fields/NumberField'
import { SelectField } from '../../../ui/fields/SelectField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import {
  columnChoices,
  columnHelp,
  columnKey,
  columnsOf,
  mappingBlank,
  missingText,
  writtenAs,
  type MappingValues,
} from './mapping'
import { censusKey, file as fileQuery, mapping as mappingQuery, saveMapping } from '../queries'
import { SheetButtons } from '../layout/SheetButtons'
import { whyLocked } from './recordForm'
import { fileNumber } from '../words'

interface MappingPanelProps {
  fileId: number
  taskId: number
}

export function MappingPanel(props: MappingPanelProps) {
  // Another heading line has other columns, and so another form.
  const [headingLine, setHeadingLine] = useState<number | null>(null)
  return (
    <MappingForm key={headingLine ?? 'found'} {...props} headingLine={headingLine} onHeadingLine={setHeadingLine} />
  )
}

function MappingForm({
  fileId,
  taskId,
  headingLine,
  onHeadingLine,
}: MappingPanelProps & { headingLine: number | null; onHeadingLine: (line: number | null) => void }) {
  const can = useCan()
  const { data: file } = useQuery(fileQuery(fileId))
  const form = useApiForm({
    key: `census mapping ${fileId} ${headingLine ?? ''}`,
    blank: mappingBlank,
    load: mappingQuery(fileId, taskId, headingLine),
    toValues: (loaded): MappingValues => ({ HeadingLine: loaded.HeadingLine, Remember: true, ...columnsOf(loaded) }),
    save: (typed, loaded) =>
      saveMapping(fileId, taskId, {
        Sheet: null,
        HeadingLine: headingLine ?? loaded?.AskedHeadingLine ?? null,
        Remember: typed.Remember,
        Orders: [],
        Columns: (loaded?.Columns ?? []).map(({ Index }) => ({ Index, Field: typed[columnKey(Index)] || null })),
      }),
    refresh: [censusKey],
    saved: 'The file has been updated successfully!',
  })
  const { loaded, values } = form
  const locked = file && (can('EditCensus') ? whyLocked(file) : 'You may look at the mapping, not change it.')
  const missing = loaded && missingText(loaded, values)
  return (
    <FormPanel
      form={form}
      title="Map Data"
      status={file && fileNumber(file)}
      context={file && `${file.OriginalFileName}${loaded ? ` · ${writtenAs(loaded)}` : ''}`}
      action="Save mapping"
      readOnly={locked}
      note={missing && <Note kind="warn">{missing}</Note>}
    >
      {file && loaded && loaded.Sheets.length > 1 && (
        <FormSection title="Sheet" help={`The sheet ${loaded.Sheet ?? ''} is read. Choose another one to read that.`}>
          <SheetButtons file={file} mapped={{ Id: taskId }} />
        </FormSection>
      )}
      <FormSection
        title="Heading"
        help="Lines above the heading are left out. Correct the line when another one holds the titles of the columns."
      >
        <NumberField name="HeadingLine" label="Line of the heading" span={2} min={1} />
        {loaded && values.HeadingLine !== loaded.HeadingLine && (
          <Button small onClick={() => onHeadingLine(values.HeadingLine)}>
            Read this line
          </Button>
        )}
      </FormSection>
      {loaded && (
        <FormSection title="Columns" help="What is left out is not read.">
          {loaded.Columns.map((column) => (
            <SelectField
              key={column.Index}
              name={columnKey(column.Index)}
              label={column.Heading || `Column ${column.Index + 1}`}
              options={columnChoices(column, loaded.Fields)}
              placeholder="Left out"
              warns={!values[columnKey(column.Index)]}
              clearable
              span={3}
              help={columnHelp(column, loaded.Fields)}
            />
          ))}
        </FormSection>
      )}
      {!locked && (!file?.IsMultiGroup || can('AdministerCensus')) && (
        <FormSection>
          <CheckboxField
            name="Remember"
            label={
              file?.IsMultiGroup ? 'Remember for the next multi-group files' : 'Remember for this group’s next files'
            }
          />
        </FormSection>
      )}
    </FormPanel>
  )
}
