/** The result of an import in one sentence, on the card of the import. */
import { useQuery } from '@tanstack/react-query'
import { WidgetPart } from '../../../ui/page/Widget'
import { Note } from '../../../ui/state/Note'
import type { CensusFile, CensusTask } from '../queries'
import { hasWritten, isFinished, leftOutByRule, taskKinds } from '../words'
import { fileResult, resultText } from './result'

export function FileResultNote({ file, task }: { file: CensusFile; task: CensusTask }) {
  const enabled = isFinished(task) && hasWritten(file)
  const { data } = useQuery({ ...fileResult(file.Id, task.CompletedOn ?? ''), enabled })
  if (!enabled || !data) return null
  const validation = file.Tasks.find(({ Task }) => Task === taskKinds.validate)
  return (
    <WidgetPart>
      <Note kind="ok" title={`${resultText(data, validation && leftOutByRule(validation))}.`} />
    </WidgetPart>
  )
}
