/** Looking at what a file changes, which its import waits for. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '../../../session/session'
import { usePanels } from '../../../ui/panel/usePanels'
import { filePart, processId } from '../addresses'
import { censusKey } from '../busy'
import type { CensusFile, CensusTask } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { taskKinds, taskStates } from '../words'
import { seeChanges } from './queries'

type Looked = Pick<CensusFile, 'NextTask' | 'ChangesSeen'>

/** Whether the import of an inspected file waits for a look at what it changes. */
export function waitsForLook({ NextTask, ChangesSeen }: Looked): boolean {
  return NextTask?.Task === taskKinds.process && !ChangesSeen
}

/** Whether Process File brings the file no further than to its change set. */
export function stopsAtChanges({ NextTask, ChangesSeen }: Looked): boolean {
  return NextTask?.Task !== taskKinds.process || !ChangesSeen
}

/** Notes the look of a person who may process the file, once the change set of its last inspection is on the page. */
export function useLook(file: CensusFile, task: CensusTask): void {
  const can = useCan()
  const client = useQueryClient()
  const looks = can('EditCensus') && task.State === taskStates.done && whyLocked(file) === false && waitsForLook(file)
  useEffect(() => {
    if (!looks) return
    // One that is refused was of a former inspection; the file is read again either way.
    void seeChanges(file.Id, task.Id, file.Inspection)
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: censusKey }))
  }, [looks, file.Id, task.Id, file.Inspection, client])
}

/** Process File: an inspected file whose changes were not looked at opens them, any other the question whether it is to be processed. */
export function useProcessFile(): (file: CensusFile) => void {
  const navigate = useNavigate()
  const { open } = usePanels()
  return (file) =>
    waitsForLook(file) ? void navigate({ to: filePart(file.Id, 'changes') }) : open('process', processId([file.Id]))
}
