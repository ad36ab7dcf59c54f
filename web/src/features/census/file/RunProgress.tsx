/** How far a run of a file is, how quickly it goes and how long it still takes. */
import { useQuery } from '@tanstack/react-query'
import { ProgressBar } from '../../../ui/state/ProgressBar'
import { progressSays, usePace } from './pace'
import { file as fileQuery, type CensusFile } from '../queries'

interface RunProgressProps {
  file: CensusFile
  label: string
  done: number
  total: number
  noun: string
  help: string
}

export function RunProgress({ file, ...run }: RunProgressProps) {
  // The page asks for the file; when the answer came is all that is wanted here.
  const { dataUpdatedAt } = useQuery(fileQuery(file.Id))
  const pace = usePace(run.done, dataUpdatedAt)
  return <ProgressBar {...run} says={progressSays(run.done, run.total, run.noun, pace)} />
}
