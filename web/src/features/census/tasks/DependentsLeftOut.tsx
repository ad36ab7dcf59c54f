/** The dependents that a file leaves out because its group takes none, told before the import (rules.md#dependents-not-taken). */
import { counted } from '../../../lib/format/money'
import { AddressLink } from '../../../ui/action/RowLink'
import { Note } from '../../../ui/state/Note'
import type { CensusFile } from '../queries'
import { isProcessed, leftOutByRule, taskKinds } from '../words'

export function DependentsLeftOut({ file }: { file: CensusFile }) {
  const validation = file.Tasks.find(({ Task }) => Task === taskKinds.validate)
  const number = validation ? leftOutByRule(validation) : 0
  if (number === 0 || isProcessed(file)) return null
  const group = file.EmployerGroup
  return (
    <Note
      kind="warn"
      title={`${counted(number, 'dependent')} of this file ${number === 1 ? 'is' : 'are'} left out: the group takes none.`}
    >
      To take them, turn on “Process dependents in census” in the settings of{' '}
      {group ? <AddressLink to={`/employers/${group.Id}`}>{group.Name}</AddressLink> : 'the group'}, then run Validate
      Data of this file again.
    </Note>
  )
}
