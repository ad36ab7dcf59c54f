/** What holds a file up before its changes are known: the button that leads there is primary in the place of Process. */
import { filePart, fileAddress, taskPanelId } from '../addresses'
import { primaryStep } from '../file/primaryStep'
import type { CensusFile, CensusTask } from '../queries'
import { fixRows, reviewRows, taskKinds } from '../words'

interface Way {
  label: string
  to: string
  panel?: string
}

/** Nothing where the file is not held up, or where no row, column or group id helps. */
export function stepBefore(file: CensusFile): Way | undefined {
  const task = (kind: number) => file.Tasks.find(({ Task }) => Task === kind)
  const panelOf = (name: string, of: CensusTask) => `${name}.${taskPanelId(file.Id, of.Id)}`
  switch (primaryStep(file)) {
    case 'fix': {
      const validation = task(taskKinds.validate)
      return validation && { label: fixRows(validation), to: filePart(file.Id, 'fix') }
    }
    case 'review': {
      const match = task(taskKinds.match)
      return match && { label: reviewRows(match), to: filePart(file.Id, 'review') }
    }
    case 'map': {
      const map = task(taskKinds.map)
      return map && { label: 'View Mapping', to: fileAddress(file.Id), panel: panelOf('mapping', map) }
    }
    default:
      return undefined
  }
}
