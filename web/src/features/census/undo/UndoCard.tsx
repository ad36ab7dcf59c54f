/** In the detail of a file: until when it may be undone, how far its undoing is, or how that has ended. */
import { date, moment } from '../../../lib/format/dates'
import { count } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { IconArrowBackUp } from '../../../ui/icons'
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { isUndoing, undoStates } from '../busy'
import { FileStatus } from '../file/FileStatus'
import type { CensusFile } from '../queries'
import { RunProgress } from '../file/RunProgress'

export function UndoCard({ file }: { file: CensusFile }) {
  const can = useCan()
  const { open } = usePanels()
  const isAdministrator = can('AdministerCensus')
  if (!file.Undo && !(file.UndoableUntil && isAdministrator)) return null
  const button = file.UndoableUntil ? 'Undo File' : 'View Undo'
  return (
    <Widget
      title="Undo"
      beside={file.Undo && <FileStatus file={file} />}
      action={
        isAdministrator && (
          <Button small icon={IconArrowBackUp} onClick={() => open('census-undo', file.Id)}>
            {button}
          </Button>
        )
      }
    >
      <HowFar file={file} />
    </Widget>
  )
}

function HowFar({ file }: { file: CensusFile }) {
  const { Undo, UndoableUntil } = file
  if (!Undo) return <p>This file can be undone until {date(UndoableUntil)}.</p>
  if (isUndoing(file)) {
    return (
      <WidgetPart>
        <RunProgress
          file={file}
          label="Undo"
          done={Undo.Done}
          total={Undo.Total}
          noun="members"
          help="You can leave this page. If the run stops, it goes on where it stopped."
        />
      </WidgetPart>
    )
  }
  if (Undo.State === undoStates.failed) {
    return (
      <WidgetPart>
        <Note kind="bad" title="The undo was stopped.">
          {count(Undo.Done)} of {count(Undo.Total)} members are done with. It goes on where it stopped when it is
          started again.
        </Note>
      </WidgetPart>
    )
  }
  return (
    <p>
      Undone on {moment(Undo.UndoneOn)}: {count(Undo.Done - Undo.Kept)} of {count(Undo.Total)} members are what they
      were before the file.
      {Undo.Kept > 0 && ` ${count(Undo.Kept)} ${Undo.Kept === 1 ? 'was kept as it is' : 'were kept as they are'}.`}
    </p>
  )
}
