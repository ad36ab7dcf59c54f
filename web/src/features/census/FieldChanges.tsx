/** What happens to a member, in one line: the kind, from when, and the fields that change. */
import { ButtonRow } from '../../ui/ButtonRow'
import { Tag } from '../../ui/Tag'
import { ValueChanges } from '../../ui/ValueChange'
import { changeLook, effectText, newFacts, shownChanges } from './changes'
import type { CensusChange } from './queries'

export function FieldChanges({ change }: { change: CensusChange }) {
  const { label, kind } = changeLook(change.Kind)
  const isNew = change.Kind === 'Create'
  return (
    <ButtonRow>
      <Tag kind={kind}>{label}</Tag>
      {effectText(change)}
      {isNew ? newFacts(change) : <ValueChanges changes={shownChanges(change)} />}
    </ButtonRow>
  )
}
