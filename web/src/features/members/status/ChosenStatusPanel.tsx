/** Changes the status of chosen members, from the day of the rule or from one that is chosen, and says what it does to whom. */
import { useState } from 'react'
import { businessDay } from '../../../lib/format/dates'
import { count, counted } from '../../../lib/format/money'
import { FormRow, FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { openLayer } from '../../../ui/panel/layers'
import { ChosenDay } from '../MemberFields'
import { changedByMembers, type Member } from '../queries'
import { changeEach, concernedBy, leftBy, tellOutcome, whatBecomes, type ChosenChange } from './changingChosen'
import { chosenDay } from './status'
import { useMayChooseDay } from './useMayChooseDay'

interface ChosenStatusPanelProps {
  change: ChosenChange
  chosen: readonly Member[]
  /** Takes the choice back once members were changed. */
  clear: () => void
}

/** So many members are named; the others are counted. */
const mostNamed = 10

export function ChosenStatusPanel({ change, chosen, clear }: ChosenStatusPanelProps) {
  const mayChooseDay = useMayChooseDay()
  const [today] = useState(() => businessDay(new Date()))
  const concerned = concernedBy(change, chosen)
  const left = leftBy(change, chosen)
  const form = useApiForm({
    key: `status of chosen members ${change}`,
    blank: { OverrideDate: false, EffectiveDate: today },
    save: async (wish) => ({ wish, outcome: await changeEach(change, concerned, wish) }),
    refresh: changedByMembers,
    onSaved: ({ wish, outcome }) => {
      clear()
      tellOutcome(change, outcome, left, [chosenDay(wish, today), today])
    },
  })
  const verb = change === 'terminate' ? 'Terminate' : 'Activate'
  return (
    <FormPanel
      form={form}
      title={`${verb} Members`}
      context={`${counted(chosen.length, 'member')} chosen`}
      action={`${verb} Members`}
    >
      <FormSection title={`${verb} ${counted(concerned.length, 'member')}?`}>
        <FormRow>
          <p>
            {whatBecomes(
              concerned.length === 1 ? 'The member becomes' : 'They become',
              change,
              chosenDay(form.values, today),
              today,
            )}{' '}
            Each change is kept in the audit trail. What is done stays when others are refused.
          </p>
        </FormRow>
        {mayChooseDay && <ChosenDay isChosen={form.values.OverrideDate} />}
      </FormSection>
      <FormSection title="Members">
        <FormRow>
          <Names names={concerned.map(({ FullName }) => FullName)} />
        </FormRow>
      </FormSection>
      {left.length > 0 && (
        <FormSection title="Stay as they are">
          <FormRow>
            <Names names={left.map(({ name, why }) => `${name} ${why}`)} />
          </FormRow>
        </FormSection>
      )}
    </FormPanel>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.slice(0, mostNamed).map((name, index) => (
        <li key={index}>{name}</li>
      ))}
      {names.length > mostNamed && <li>and {count(names.length - mostNamed)} more</li>}
    </ul>
  )
}

/** Asks about the change above everything that is open. */
export function askAboutChosen(props: ChosenStatusPanelProps): void {
  openLayer(() => <ChosenStatusPanel {...props} />)
}
