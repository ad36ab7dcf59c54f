/** What can be done with a user from the list. Each asks first, and says what will happen. */
import { usersKey } from '../../api/choices'
import { loadPage } from '../../lib/browser/loadPage'
import type { Action } from '../../session/session'
import {
  IconClock,
  IconEye,
  IconHistory,
  IconKey,
  IconLock,
  IconMail,
  IconPencil,
  IconShieldLock,
  IconSpy,
} from '../../ui/icons'
import type { RowAction } from '../../ui/list/columns'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { resetSecondFactor, sendPasswordReset, type UserRow } from './queries'
import { administrator } from './userForm'

interface Reader {
  /** The reader's own user id. */
  self: number
  can: (action: Action) => boolean
  /** Opens the editor. */
  edit: (id: number) => void
}

/** The menu of a user's row, for the reader it is shown to. */
export function userActions(user: UserRow, { self, can, edit }: Reader): readonly RowAction[] {
  const actions: RowAction[] = []
  const blocked = user.IsDisabled && 'This user is disabled.'
  if (user.MayEdit)
    actions.push({ label: 'Edit User', icon: IconPencil, edits: true, direct: 'too', run: () => edit(user.Id) })
  if (user.MayResetPassword)
    actions.push({ label: 'Send Password Reset', icon: IconMail, blocked, run: () => askToSendReset(user) })
  if (can('Impersonate') && user.Id !== self && user.RoleId !== administrator)
    actions.push({ label: 'Impersonate User', icon: IconSpy, blocked, run: () => askToImpersonate(user) })
  if (can('ResetSecondFactor') && user.Id !== self)
    actions.push({
      label: 'Reset Second Factor',
      icon: IconShieldLock,
      destroys: true,
      run: () => askToResetSecondFactor(user),
    })
  return actions
}

function askToSendReset(user: UserRow): void {
  confirmFirst({
    title: 'Send Password Reset',
    context: user.FullName,
    question: `Send a password reset email to ${user.FullName}?`,
    detail: `It goes to ${user.Email}.`,
    next: [
      { icon: IconKey, text: 'Its link sets a new password, once, within 60 minutes.' },
      {
        icon: IconLock,
        text: 'Until then the present password stays in force. Setting a new one ends all sessions of the user.',
      },
    ],
    action: 'Send Password Reset',
    run: () => sendPasswordReset(user.Id),
    saved: 'A password reset email has been sent to the user!',
    errorNotice: true,
  })
}

function askToImpersonate(user: UserRow): void {
  confirmFirst({
    title: 'Impersonate User',
    context: user.Role.Name,
    question: `Act as ${user.FullName}?`,
    detail: `You see and do what ${user.FullName} may see and do.`,
    next: [
      { icon: IconClock, text: 'It ends after 30 minutes, or as soon as you stop it.' },
      { icon: IconEye, text: 'A bar over every page says whom you act as.' },
      { icon: IconHistory, text: 'Everything you do is recorded with both names.' },
      { icon: IconLock, text: 'Passwords, keys, second factors and roles cannot be changed meanwhile.' },
    ],
    action: 'Impersonate User',
    run: () => Promise.resolve(loadPage(`/user/impersonate/${user.Id}`)),
  })
}

function askToResetSecondFactor(user: UserRow): void {
  confirmFirst({
    title: 'Reset Second Factor',
    context: user.FullName,
    question: `Remove the second factor of ${user.FullName}?`,
    detail: 'For somebody who has lost the device and the recovery codes. Make sure that it is really them who ask.',
    next: [
      { icon: IconKey, text: 'The password alone signs in, until a new second factor is set up.' },
      { icon: IconMail, text: `A mail to ${user.Email} says so.` },
      { icon: IconHistory, text: 'The removal is recorded with your name.' },
    ],
    action: 'Reset Second Factor',
    destroys: true,
    run: () => resetSecondFactor(user.Id),
    saved: 'The second factor has been removed.',
    refresh: [usersKey],
  })
}
