/** Above the plans of a run: how far it is, what it comes to, and which of its plans are shown. */
import { moment } from '../../../lib/format/dates'
import { count, counted, money, moneyChange } from '../../../lib/format/money'
import { Note } from '../../../ui/state/Note'
import { ProgressBar } from '../../../ui/state/ProgressBar'
import { StatStrip, type Stat } from '../../../ui/page/StatStrip'
import { StatusDot } from '../../../ui/value/StatusDot'
import { Tag } from '../../../ui/value/Tag'
import type { Run } from './queries'
import styles from './RunPage.module.css'
import { RunParts } from './RunParts'
import { changeOf, isBusy, isOver, progressOf, runLook, type Part } from './words'

/** Beside the title: where the run stands. */
export function RunFacts({ run }: { run: Run }) {
  return (
    <>
      <span className={styles.status}>
        <StatusDot {...runLook(run)}>{run.StateText}</StatusDot>
      </span>
      {run.IsAutomatic && <Tag>Automatic</Tag>}
    </>
  )
}

export function RunSummary({ run, current }: { run: Run; current: Part | undefined }) {
  return (
    <div className={styles.summary}>
      {isBusy(run) && <ProgressBar {...progressOf(run)} help="You can leave this page: it goes on by itself." />}
      <Outcome run={run} />
      <StatStrip brief stats={statsOf(run)} />
      <div className={styles.parts}>
        <RunParts run={run} current={current} />
        <span className={styles.started}>
          Started {moment(run.CreatedOn)}
          {run.CreatedBy && ` by ${run.CreatedBy}`}
        </span>
      </div>
    </div>
  )
}

function Outcome({ run }: { run: Run }) {
  const { State, Message } = run
  const notAsked = run.Counts?.InvoiceLeftOut ?? 0
  if (State === 'Failed' || State === 'Cancelled') {
    return (
      <Note
        kind={State === 'Failed' ? 'bad' : 'warn'}
        title={State === 'Failed' ? 'The run has failed.' : 'The run was cancelled.'}
      >
        {Message} What was created stays.
        {notAsked > 0 && ` ${counted(notAsked, 'invoice was', 'invoices were')} not asked for: see Left out.`}
      </Note>
    )
  }
  const { Refused = 0, InvoiceRefused = 0 } = run.Counts ?? {}
  if (State !== 'Done' || Refused + InvoiceRefused === 0) return null
  const notMade = [
    Refused > 0 && `${counted(Refused, 'plan')} could not be billed as approved`,
    InvoiceRefused > 0 && `${counted(InvoiceRefused, 'invoice was', 'invoices were')} refused`,
  ]
  return (
    <Note kind="warn" title={`${notMade.filter(Boolean).join(', and ')}.`}>
      {Refused + InvoiceRefused === 1
        ? 'It is listed under Failed with the reason.'
        : 'They are listed under Failed with the reason.'}
    </Note>
  )
}

function statsOf(run: Run): readonly Stat[] {
  const { Counts, DraftTotalDollars, Created, CreatedTotalDollars } = run
  const {
    Exceptions = 0,
    Approved = 0,
    ApprovedTotalDollars = 0,
    Refused = 0,
    LeftOut = 0,
    InvoiceRefused = 0,
    InvoiceLeftOut = 0,
    TakenUp = 0,
  } = Counts ?? {}
  const drafts = {
    label: 'Drafts',
    value: money(DraftTotalDollars),
    says: `${moneyChange(changeOf(run) ?? 0)} against what was billed last month`,
  }
  const created = {
    label: 'Created',
    value: money(CreatedTotalDollars),
    says: `${counted(Created, 'snapshot')}${TakenUp > 0 ? ` and ${count(TakenUp)} taken up` : ''}`,
  }
  // Created, failed and left out are all plans of the run; the invoices are told beside them.
  if (isOver(run))
    return [
      drafts,
      created,
      { label: 'Failed', value: count(Refused), says: andInvoices(InvoiceRefused) },
      { label: 'Left out', value: count(LeftOut), says: andInvoices(InvoiceLeftOut) },
    ]
  return [
    drafts,
    { label: 'With exceptions', value: count(Exceptions), says: 'to look at first', minor: true },
    { label: 'Approved', value: money(ApprovedTotalDollars), says: counted(Approved, 'plan') },
    { ...created, minor: Created === 0 },
  ]
}

function andInvoices(number: number): string | undefined {
  return number > 0 ? `and ${counted(number, 'invoice')}` : undefined
}
