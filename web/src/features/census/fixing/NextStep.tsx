/** What comes after the rows are fixed: the task that is next waits on the page of the file. */
import { AddressButton, type ButtonKind } from '../../../ui/action/Button'
import { fileAddress } from '../addresses'
import type { CensusFile } from '../queries'

interface NextStepProps {
  file: Pick<CensusFile, 'Id' | 'NextTask'>
  /** Nothing may be started now. */
  locked: boolean
  kind?: ButtonKind
  small?: boolean
}

export function NextStep({ file: { Id, NextTask }, locked, kind = 'plain', small = false }: NextStepProps) {
  return (
    <AddressButton kind={kind} small={small} to={fileAddress(Id)}>
      {NextTask && !locked ? `Go on to ${NextTask.TaskName}` : 'Back to the file'}
    </AddressButton>
  )
}
