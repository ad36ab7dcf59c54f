/** Settling a mail of unknown outcome: a person has looked in the ERP, and says whether it was sent. */
import { IconHistory, IconMail } from '../../../../ui/icons'
import { confirmFirst } from '../../../../ui/panel/ConfirmPanel'
import { changedBySnapshots } from '../../../../shared/changes'
import { contextOf } from '../confirmations'
import { whatFailed } from '../invoicing'
import { settleMail, type Snapshot } from '../queries'

export const mailedLabel = 'Mail Was Sent'
export const mailAgainLabel = 'Mail It Again'

/** Whether the outcome of the mail is not known, so that a person may settle it. */
export function canSettleMail({ ErpState }: Pick<Snapshot, 'ErpState'>): boolean {
  return ErpState?.IsMailUnknown === true
}

export function confirmMailed(row: Snapshot): void {
  confirmFirst({
    title: mailedLabel,
    context: contextOf(row),
    question: 'Have you seen in the ERP that the invoice was mailed?',
    detail: 'Nothing is sent.',
    next: [
      { icon: IconMail, text: 'The mail counts as sent, and is not asked for again.' },
      { icon: IconHistory, text: 'The decision is kept in the audit trail with your name.' },
    ],
    action: 'It Was Sent',
    run: () => settleMail(row, true),
    refresh: changedBySnapshots,
    saved: 'The mail counts as sent.',
  })
}

export function confirmMailingAgain(row: Snapshot): void {
  confirmFirst({
    title: mailAgainLabel,
    context: contextOf(row),
    question: 'Have you seen in the ERP that the invoice was not mailed?',
    detail: 'If it was, its recipients get it a second time.',
    next: [
      {
        icon: IconMail,
        text: 'The ERP e-mails it to the recipients of the plan; one that is out of date goes with its next update.',
      },
      { icon: IconHistory, text: 'The decision is kept in the audit trail with your name.' },
    ],
    action: mailAgainLabel,
    run: () => settleMail(row, false),
    refresh: changedBySnapshots,
    saved: 'The invoice has been mailed.',
    warns: whatFailed,
  })
}
