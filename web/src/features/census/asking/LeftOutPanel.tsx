/** The lines that were left out of a file with the reason of each, those first that may be people; one that is a person is made a row. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { PagedRecords } from '../../../ui/table/PagedRecords'
import { PanelSection, SidePanel } from '../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../ui/panel/usePanels'
import type { RecordLine } from '../../../ui/table/RecordList'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { censusKey } from '../busy'
import { file as fileQuery, type CensusFile } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { fileContext, fileNumber, taskKinds } from '../words'
import { leftOutLines, makeRow, type LeftOutLine } from './queries'

/** The tasks that read the lines of a file. */
const readers: readonly number[] = [taskKinds.validate, taskKinds.mapMultiGroup]

export function LeftOutPanel({ id }: { id: number }) {
  const { close } = usePanelPlace()
  const { data: file } = useQuery(fileQuery(id))
  return (
    <SidePanel
      title="Lines Left Out"
      status={file && fileNumber(file)}
      context={file && fileContext(file)}
      footer={<Button onClick={close}>Close</Button>}
    >
      {file && <Lines file={file} />}
    </SidePanel>
  )
}

function Lines({ file }: { file: CensusFile }) {
  const can = useCan()
  const client = useQueryClient()
  const [busy, setBusy] = useState<number>()
  const mayMake = can('EditCensus') && whyLocked(file) === false
  const since = file.Tasks.find(({ Task }) => readers.includes(Task))?.CompletedOn ?? ''
  const make = (line: number) => {
    setBusy(line)
    const made = makeRow(file.Id, line).then(() =>
      toast.success(
        `Line ${count(line)} is a row now. ${file.IsMultiGroup ? 'The file is split again.' : 'Validate the file again.'}`,
      ),
    )
    orNotice(
      made.finally(() => {
        setBusy(undefined)
        void client.invalidateQueries({ queryKey: censusKey })
      }),
    )
  }
  const line = (one: LeftOutLine): RecordLine => ({
    id: one.Line,
    name: one.Cells.filter(Boolean).join(' · '),
    fact: `Line ${count(one.Line)}`,
    notes: [one.RecordNumber ? `Made row ${count(one.RecordNumber)}` : one.Reason],
    action: mayMake && !one.RecordNumber && (
      <Button small aria-label={`Make line ${one.Line} a row`} busy={busy === one.Line} onClick={() => make(one.Line)}>
        Make a Row
      </Button>
    ),
  })
  return (
    <>
      <PanelSection title="May be people">
        <PagedRecords
          pages={leftOutLines(file.Id, true, since)}
          label="Lines that may be people"
          what="the lines"
          empty="No line that was left out has a cell in a column of names."
          line={line}
        />
      </PanelSection>
      <PanelSection title="Other lines">
        <PagedRecords
          pages={leftOutLines(file.Id, false, since)}
          of={(one) => !mayBePerson(one)}
          label="Other lines left out"
          what="the lines"
          empty="No other line was left out."
          line={line}
        />
      </PanelSection>
    </>
  )
}

/** As the server tells lines that may be people from the others. */
function mayBePerson({ HasName, RecordNumber }: LeftOutLine): boolean {
  return HasName && !RecordNumber
}
