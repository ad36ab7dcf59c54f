/** People who stand in several rows of a file: their rows side by side, and one says which of them counts. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/action/Button'
import { EmptyState } from '../../../ui/state/EmptyState'
import { Note } from '../../../ui/state/Note'
import { Paged } from '../../../ui/table/Paged'
import { usePanels } from '../../../ui/panel/usePanels'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { taskPanelId } from '../addresses'
import { censusKey, type CensusRecord } from '../queries'
import { recordName, rowFact } from '../tasks/recordWords'
import { endsBySome, RowsBeside } from '../tasks/RowsBeside'
import { chooseRow, samePeople, type SamePerson } from './queries'

interface SamePeopleProps {
  fileId: number
  taskId: number
  readOnly: boolean
}

/** So many people are asked for at once. */
const perPage = 20

export function SamePeople({ fileId, taskId, readOnly }: SamePeopleProps) {
  return (
    <Paged pages={samePeople(fileId, taskId)} perPage={perPage} what="the people">
      {(people) =>
        people.length === 0 ? (
          <EmptyState title="No person stands in several rows." />
        ) : (
          people.map((person) => (
            <OnePerson
              key={person.Records[0]?.RecordNumber}
              fileId={fileId}
              taskId={taskId}
              person={person}
              readOnly={readOnly}
            />
          ))
        )
      }
    </Paged>
  )
}

function OnePerson({ fileId, taskId, person: { Records: rows }, readOnly }: SamePeopleProps & { person: SamePerson }) {
  const { open } = usePanels()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [first] = rows
  if (!first) return null
  const name = recordName(first)
  const choose = (row: CensusRecord) => {
    setBusy(true)
    const chosen = chooseRow(fileId, taskId, row.RecordNumber).then(async () => {
      toast.success(`${rowFact(row)} counts for ${name}. The other is skipped.`)
      await client.invalidateQueries({ queryKey: censusKey })
    })
    orNotice(chosen.finally(() => setBusy(false)))
  }
  return (
    <Widget title={name} label={`${name}, ${rows.map(rowFact).join(' and ')}`} wraps>
      {endsBySome(rows) && (
        <WidgetPart>
          <Note kind="warn">One row says In-Active. Only where that row counts may the member end.</Note>
        </WidgetPart>
      )}
      <WidgetPart flush>
        <RowsBeside
          name={name}
          rows={rows}
          question="Which counts?"
          actions={
            !readOnly &&
            ((row) => (
              <>
                <Button
                  small
                  kind="primary"
                  disabled={busy}
                  aria-label={`${rowFact(row)} counts for ${name}`}
                  onClick={() => choose(row)}
                >
                  This Row Counts
                </Button>
                <Button
                  small
                  disabled={busy}
                  aria-label={`Fix ${rowFact(row)} of ${name}`}
                  onClick={() => open('record', taskPanelId(fileId, taskId, row.RecordNumber))}
                >
                  Fix Record
                </Button>
              </>
            ))
          }
        />
      </WidgetPart>
    </Widget>
  )
}
