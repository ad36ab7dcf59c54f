/** What is asked before a run creates snapshots or is cancelled: what will happen, in numbers. */
import { count, counted, money } from '../../../../lib/format/money'
import type { Detail } from '../../../../ui/value/Details'
import { IconBan, IconCalendarDollar, IconHistory, IconReceipt2, IconRefresh } from '../../../../ui/icons'
import { confirmFirst } from '../../../../ui/panel/ConfirmPanel'
import { changedBySnapshots } from '../../../../shared/changes'
import { BatchExceptions } from '../BatchExceptions'
import { approve, cancelRun, createApproved, runsKey, type Run, type RunItem } from '../queries'
import { planAndGroup, runMonth } from '../words'

/** What a click on Create would do. */
export interface Batch {
  plans: number
  dollars: number
  /** How many invoices the ERP is to have of them. */
  invoices: number
  /** How many of the plans have their snapshot from an earlier run of the month, and only need its invoice. */
  takenUp: number
  /** How many of the chosen drafts are to be approved with it. */
  approving: number
  /** How many of the chosen ones have something to look at. */
  exceptions: number
  /** How many drafts stay without a snapshot. */
  left: number
}

/** What is approved already, and the chosen drafts with it. */
export function batchOf({ Counts }: Pick<Run, 'Counts'>, chosen: readonly RunItem[] = []): Batch {
  const approving = chosen.filter(({ State }) => State === 'Draft')
  const cents = approving.reduce((sum, { DraftTotalDollars }) => sum + Math.round((DraftTotalDollars ?? 0) * 100), 0)
  const approved = Counts?.Approved ?? 0
  return {
    plans: approved + approving.length,
    dollars: (Math.round((Counts?.ApprovedTotalDollars ?? 0) * 100) + cents) / 100,
    invoices: (Counts?.ApprovedInvoices ?? 0) + approving.filter(({ CreatesInvoice }) => CreatesInvoice).length,
    takenUp: (Counts?.ApprovedTakenUp ?? 0) + approving.filter(({ TakenUp }) => TakenUp).length,
    approving: approving.length,
    exceptions: approving.filter(({ Exceptions }) => Exceptions.length > 0).length,
    left: Math.max(0, (Counts?.Draft ?? 0) - approving.length),
  }
}

/** What a click on Create would make: `17 snapshots`, `95 invoices`, or both. */
export function madeOf({ plans, takenUp }: Pick<Batch, 'plans' | 'takenUp'>): string {
  const brief = madeBriefly({ plans, takenUp })
  return takenUp === 0 || takenUp === plans ? brief : `${brief} of an earlier run`
}

/** The same for a button, which has little room and a sentence beside it or behind it. */
export function madeBriefly({ plans, takenUp }: Pick<Batch, 'plans' | 'takenUp'>): string {
  if (takenUp === 0) return counted(plans, 'snapshot')
  const invoices = counted(takenUp, 'invoice')
  return takenUp === plans ? invoices : `${counted(plans - takenUp, 'snapshot')} and ${invoices}`
}

/** Asks before the snapshots of what is approved, and of the chosen drafts, are created. */
export function confirmCreating(run: Run, chosen: readonly RunItem[] = [], onDone?: () => void): void {
  const batch = batchOf(run, chosen)
  const drafts = chosen.filter(({ State }) => State === 'Draft')
  const PlanIds = drafts.map(({ PlanId }) => PlanId)
  const create = async () => {
    if (PlanIds.length > 0) await approve(run.Id, PlanIds)
    await createApproved(run.Id)
  }
  confirmFirst({
    title: 'Approve and Create',
    context: `Billing run of ${runMonth(run)}`,
    question: `Create ${madeOf(batch)} of ${money(batch.dollars)} for ${runMonth(run)}?`,
    detail:
      batch.approving > 0
        ? `${counted(batch.approving, 'chosen draft')} ${batch.approving === 1 ? 'is' : 'are'} approved with it.`
        : undefined,
    inTheWay: <BatchExceptions run={run} drafts={drafts} />,
    factsTitle: 'What is created',
    facts: factsOf(batch),
    named: { title: 'Chosen drafts', names: drafts.map(planAndGroup) },
    next: [
      {
        icon: IconRefresh,
        text: 'Each plan is computed once more. Where the amount has changed since the draft, nothing is created and the plan is listed as refused.',
      },
      { icon: IconReceipt2, text: invoicesText(batch) },
      ...(batch.takenUp > 0 ? [{ icon: IconCalendarDollar, text: takenUpText(batch) }] : []),
      ...(batch.left > 0
        ? [
            {
              icon: IconBan,
              text: `${counted(batch.left, 'draft')} not approved ${batch.left === 1 ? 'is' : 'are'} left out; another run of the month takes them up again.`,
            },
          ]
        : []),
      { icon: IconHistory, text: 'The approval is kept in the audit trail with your name.' },
    ],
    action: `Create ${madeBriefly(batch)}`,
    run: create,
    refresh: [runsKey],
    ...(onDone ? { onDone } : {}),
  })
}

function invoicesText({ invoices, takenUp }: Batch): string {
  if (invoices === 0) return 'No invoice is created in the ERP: none of the plans generates invoices in an account.'
  return `${counted(invoices, 'invoice')} ${invoices === 1 ? 'is' : 'are'} created in the ERP${takenUp === 0 ? ' as well' : ''}, and e-mailed where the plan says so.`
}

function takenUpText({ takenUp }: Batch): string {
  return `${counted(takenUp, 'snapshot')} of an earlier run of the month ${takenUp === 1 ? 'is' : 'are'} there already: only ${takenUp === 1 ? 'its invoice is' : 'their invoices are'} created.`
}

function factsOf({ plans, invoices, exceptions, left, dollars }: Batch): readonly Detail[] {
  return [
    { term: 'Billing plans', value: count(plans) },
    { term: 'Invoices in the ERP', value: count(invoices) },
    ...(exceptions > 0 ? [{ term: 'Chosen with exceptions', value: count(exceptions) }] : []),
    ...(left > 0 ? [{ term: 'Drafts left out', value: count(left) }] : []),
    { term: 'Total', value: money(dollars), total: true },
  ]
}

/** What a run has made already; without snapshots of its own, the invoices of those that it has taken up. */
function whatStays({ Created, CreatedTotalDollars, Counts }: Run): string {
  const invoices = Counts?.InvoiceCreated ?? 0
  if (Created > 0) return `${counted(Created, 'snapshot')} of ${money(CreatedTotalDollars)} ${areCreated(Created)}`
  return invoices > 0 ? `${counted(invoices, 'invoice')} ${areCreated(invoices)}` : 'No snapshot has been created.'
}

function areCreated(number: number): string {
  return number === 1 ? 'is created already and stays.' : 'are created already and stay.'
}

/** Asks before a run is ended. */
export function confirmCancelling(run: Run): void {
  confirmFirst({
    title: 'Cancel Run',
    context: `Billing run of ${runMonth(run)}`,
    question: `Cancel the billing run of ${runMonth(run)}?`,
    detail: whatStays(run),
    next: [
      {
        icon: IconBan,
        text:
          run.State === 'Creating'
            ? 'It stops after the plans that are being written now. The rest is left out.'
            : 'Its drafts and approvals are dropped.',
      },
      { icon: IconCalendarDollar, text: 'Another run of the month can be started at once.' },
      { icon: IconHistory, text: 'The run stays in the list, and who cancelled it in the audit trail.' },
    ],
    action: 'Cancel Run',
    keep: 'Keep it',
    destroys: true,
    run: () => cancelRun(run.Id),
    refresh: [runsKey, ...changedBySnapshots],
    saved: 'The billing run has been cancelled.',
  })
}
