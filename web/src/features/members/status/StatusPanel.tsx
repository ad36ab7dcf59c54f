/** Changes the status of a member: ends an active one, activates an in-active one, or takes back the change that waits. */
import { useState } from 'react'
import { businessDay, date } from '../../../lib/format/dates'
import { CheckboxField } from '../../../ui/fields/CheckboxField'
import { FormRow, FormSection } from '../../../ui/form/FormBody'
import type { Overtaken } from '../../../ui/form/problems'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import type { ToastAction } from '../../../ui/toast/toasts'
import { Status } from '../../../ui/value/StatusDot'
import { isLocked, lockedText, type Employer } from '../employer'
import { ChosenDay } from '../MemberFields'
import { activateMember, changedByMembers, member, terminateMember, undoStatus, type Member } from '../queries'
import { changeNames, changeOffered, chosenDay, type DayWish } from './status'
import { useMayChooseDay } from './useMayChooseDay'
import { whatHappens } from './whatHappens'

interface Wish extends DayWish {
  ForceUndo: boolean
}

const plain: Wish = { OverrideDate: false, EffectiveDate: '', ForceUndo: false }

export function StatusPanel({ employer, id }: { employer: Employer; id: number }) {
  const mayChooseDay = useMayChooseDay()
  const [today] = useState(() => businessDay(new Date()))
  const form = useApiForm({
    key: `member status ${id}`,
    blank: plain,
    load: member(id),
    save: (wish, stored: Member | undefined) => send(id, wish, stored),
    overtaken,
    refresh: changedByMembers,
    saved: "The member's status has been updated successfully!",
    offers: takeBack,
    errorNotice: true,
  })
  const stored = form.loaded
  const change = changeOffered(stored?.Status ?? 0)
  const locked = isLocked(employer)
  return (
    <FormPanel
      form={form}
      title="Change Status"
      status={stored && <Status name={stored.StatusName} />}
      context={stored && `${stored.FullName} · ${employer.Name}`}
      action={stored ? changeNames[change] : 'Save'}
      readOnly={locked && 'Nothing can be saved.'}
      note={locked && <Note kind="warn">{lockedText}</Note>}
    >
      {stored && (
        <FormSection title={changeNames[change]}>
          <FormRow>
            <p>{whatHappens(stored, change, chosenDay(form.values, today), today)}</p>
          </FormRow>
          {mayChooseDay &&
            !locked &&
            (change === 'undo' ? (
              <CheckboxField
                name="ForceUndo"
                label="Force undo"
                help="Creates a new status history entry when there is nothing to revert to."
              />
            ) : (
              <ChosenDay isChosen={form.values.OverrideDate} />
            ))}
        </FormSection>
      )}
    </FormPanel>
  )
}

/** What only waits can be taken back at once; what is in force already is changed by another change (rules.md#status-history). */
function takeBack({ Id, Status: status, Version }: Member): ToastAction | undefined {
  if (changeOffered(status) !== 'undo') return undefined
  return {
    label: 'Undo',
    undo: () =>
      undoStatus(Id, {
        EmployeeId: Id,
        EffectiveDate: null,
        OverrideDate: false,
        ForceUndo: false,
        Version: Version ?? null,
      }),
    undone: 'The pending change is taken back.',
    refresh: changedByMembers,
  }
}

/** A change is asked for of the status that is shown: of another one it would be another change, even the opposite. */
function overtaken(theirs: Member, shown: Member): Overtaken {
  const mayOverwrite = theirs.Status === shown.Status
  const pending = theirs.PendingOn ? ` from ${date(theirs.PendingOn)}` : ''
  const meant = mayOverwrite ? '' : ` Your change was meant for a member who is ${shown.StatusName}.`
  return { mayOverwrite, now: `${theirs.FullName} is now ${theirs.StatusName}${pending}.${meant}` }
}

function send(
  EmployeeId: number,
  { OverrideDate, EffectiveDate, ForceUndo }: Wish,
  stored: Member | undefined,
): Promise<Member> {
  const change = changeOffered(stored?.Status ?? 0)
  const day = OverrideDate ? EffectiveDate || null : null
  const wish = { EmployeeId, EffectiveDate: day, OverrideDate, ForceUndo, Version: stored?.Version ?? null }
  if (change === 'undo') return undoStatus(EmployeeId, wish)
  return change === 'terminate' ? terminateMember(EmployeeId, wish) : activateMember(EmployeeId, wish)
}
