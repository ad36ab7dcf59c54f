/** What is asked before something is done to many invoices at once: how many of the chosen ones it concerns, and what comes of the others. */
import { counted, money } from '../../lib/format/money'
import {
  IconArrowBackUp,
  IconBook,
  IconCircleCheck,
  IconHistory,
  IconMail,
  IconReceipt2,
  IconRefresh,
  type Icon,
} from '../../ui/icons'
import type { Confirmation } from '../../ui/panel/ConfirmPanel'
import type { BulkKind } from './queries'

/** A chosen invoice. */
export interface Chosen {
  id: number
  /** Its number and its group, or what it is known by where it has no number yet. */
  name: string
  dollars: number
  /** Whether it stands in the ERP. */
  isSent: boolean
  /** Whether the ERP has an older one; unknown where the list does not tell. */
  isOutOfDate?: boolean
  /** Whether its commission is marked as paid; unknown where the list does not tell. */
  isCommissionPaid?: boolean
}

interface Kind {
  kind: BulkKind
  label: string
  icon: Icon
  /** Whether there is anything to do with one. */
  fits: (one: Chosen) => boolean
  /** `Create 7 invoices in the ERP?` */
  asks: (invoices: string) => string
  /** Why nothing is done with the others, after `are`. */
  others: string
  next: string
}

export const kinds: readonly Kind[] = [
  {
    kind: 'Create',
    label: 'Create in ERP',
    icon: IconReceipt2,
    fits: ({ isSent }) => !isSent,
    asks: (invoices) => `Create ${invoices} in the ERP?`,
    others: 'in the ERP already',
    next: 'Each is created once, and e-mailed where its plan says so.',
  },
  {
    kind: 'Update',
    label: 'Update in ERP',
    icon: IconBook,
    fits: ({ isSent, isOutOfDate }) => isSent && isOutOfDate !== false,
    asks: (invoices) => `Update ${invoices} in the ERP?`,
    others: 'up to date or not in the ERP',
    next: 'Lines, amounts and memo are replaced. What somebody has changed in the ERP is refused.',
  },
  {
    kind: 'Sync',
    label: 'Sync Payment Status',
    icon: IconRefresh,
    fits: ({ isSent }) => isSent,
    asks: (invoices) => `Ask the ERP how ${invoices} are paid?`,
    others: 'not in the ERP',
    next: 'Nothing is changed in the ERP.',
  },
  {
    kind: 'MarkCommissionPaid',
    label: 'Mark as Commission Paid',
    icon: IconCircleCheck,
    fits: ({ isCommissionPaid }) => isCommissionPaid !== true,
    asks: (invoices) => `Mark the commission on ${invoices} as paid?`,
    others: 'marked already',
    next: 'The invoices and their payments stay as they are; nothing is sent.',
  },
  {
    kind: 'MarkCommissionUnpaid',
    label: 'Mark as Un-Paid',
    icon: IconArrowBackUp,
    fits: ({ isCommissionPaid }) => isCommissionPaid !== false,
    asks: (invoices) => `Take the commission mark of ${invoices} back?`,
    others: 'not marked as paid',
    next: 'The invoices and their payments stay as they are; nothing is sent.',
  },
  {
    kind: 'Mail',
    label: 'Mail',
    icon: IconMail,
    fits: ({ isSent }) => isSent,
    asks: (invoices) => `Have the ERP mail ${invoices}?`,
    others: 'not in the ERP',
    next: 'They go to the recipients of their plans. What was mailed before is not mailed again.',
  },
]

/** The confirmation of one kind for chosen invoices. */
export function confirmationOf(kind: Kind, chosen: readonly Chosen[], run: () => Promise<unknown>): Confirmation {
  const concerned = chosen.filter(kind.fits)
  const others = chosen.length - concerned.length
  const cents = concerned.reduce((sum, { dollars }) => sum + Math.round(dollars * 100), 0)
  return {
    title: kind.label,
    context: `${counted(chosen.length, 'invoice')} chosen`,
    question: kind.asks(counted(concerned.length, 'invoice')),
    ...(others > 0
      ? {
          detail: `${counted(others, 'other')} of the chosen ${others === 1 ? `is ${kind.others} and stays as it is` : `are ${kind.others} and stay as they are`}.`,
        }
      : {}),
    factsTitle: 'What it concerns',
    facts: [
      { term: 'Invoices', value: counted(concerned.length, 'invoice') },
      { term: 'Total', value: money(cents / 100), total: true },
    ],
    named: { title: 'Invoices', names: concerned.map(({ name }) => name) },
    next: [
      { icon: kind.icon, text: kind.next },
      { icon: IconHistory, text: 'You see the result of each. What is done stays when others are refused.' },
    ],
    action: kind.label,
    run,
  }
}
