/** What can be done with a user from the list. Each asks first, and says what will happen. */
import type { Action } from '../../session/session'
import { IconKey, IconLock, IconMail, IconPencil } from '../../ui/icons'
import type { RowAction } from '../../ui/list/columns'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { sendPasswordReset, type UserRow } from './queries'

interface Reader {
  can: (action: Action) => boolean
  /** Opens the editor. */
  edit: (id: number) => void
}

/** The menu of a user's row, for the reader it is shown to. */
export function userActions(user: UserRow, { can, edit }: Reader): readonly RowAction[] {
  const actions: RowAction[] = [{ label: 'Edit User', icon: IconPencil, run: () => edit(user.Id) }]
  const blocked = user.IsDisabled && 'This user is disabled.'
  if (can('AddUsers')) actions.push({ label: 'Send Password Reset', icon: IconMail, blocked, run: () => askToSendReset(user) })
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
      { icon: IconLock, text: 'Until then the present password stays in force. Setting a new one ends all sessions of the user.' },
    ],
    action: 'Send Password Reset',
    run: () => sendPasswordReset(user.Id),
    saved: 'A password reset email has been sent to the user!',
    errorNotice: true,
  })
}
