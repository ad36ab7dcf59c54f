/** What can be done with chosen statements: downloading their lines, and creating their bills in the ERP. */
import { download } from '../../../api/downloads'
import { counted, money } from '../../../lib/format/money'
import { csvOf, changedByStatements, type StatementRow } from '../../../shared/statements/queries'
import { notBilledAgain } from '../../../shared/statements/words'
import { Button } from '../../../ui/action/Button'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { IconDownload, IconHistory, IconReceipt2 } from '../../../ui/icons'
import { confirmFirst, type Confirmation } from '../../../ui/panel/ConfirmPanel'
import { createBills, type StatementOutcome } from '../runs/queries'

interface ChosenStatementsProps {
  chosen: readonly StatementRow[]
  clear: () => void
  mayEdit: boolean
}

export function ChosenStatements({ chosen, clear, mayEdit }: ChosenStatementsProps) {
  const billable = chosen.filter((row) => !notBilledAgain(row))
  return (
    <>
      <DownloadButton icon={IconDownload} get={() => downloadEach(chosen)}>
        Download CSV
      </DownloadButton>
      {mayEdit && (
        <Button
          kind="primary"
          icon={IconReceipt2}
          disabled={billable.length === 0}
          title={billable.length === 0 ? 'All chosen have a bill.' : undefined}
          onClick={() => confirmFirst(billing(billable, chosen.length - billable.length, clear))}
        >
          {billable.length === 0 ? 'Create Bills' : `Create ${counted(billable.length, 'Bill')}`}
        </Button>
      )}
    </>
  )
}

async function downloadEach(chosen: readonly StatementRow[]): Promise<void> {
  for (const row of chosen) await download(csvOf(row))
}

export function billing(rows: readonly StatementRow[], others: number, clear: () => void): Confirmation {
  const cents = rows.reduce((sum, { AmountDue }) => sum + Math.round(AmountDue * 100), 0)
  return {
    title: 'Create Bills in ERP',
    context: `${counted(rows.length + others, 'statement')} chosen`,
    question: `Create ${counted(rows.length, 'bill')} in the ERP?`,
    ...(others > 0
      ? { detail: `${counted(others, 'other')} of the chosen ${others === 1 ? 'has' : 'have'} a bill already.` }
      : {}),
    factsTitle: 'What is billed',
    facts: [
      { term: 'Statements', value: counted(rows.length, 'statement') },
      { term: 'Total', value: money(cents / 100), total: true },
    ],
    named: { title: 'Statements', names: rows.map(({ Name, PayeeName }) => `${Name} · ${PayeeName}`) },
    next: [
      { icon: IconReceipt2, text: 'Each is created once, also when the ERP does not answer and you try again.' },
      { icon: IconHistory, text: 'Each creation is kept in the audit trail with your name.' },
    ],
    action: 'Create Bills',
    run: async () => {
      const outcomes = await createBills(rows.map(({ Id }) => Id))
      clear()
      return outcomes
    },
    refresh: changedByStatements,
    saved: `${counted(rows.length, 'bill')} ${rows.length === 1 ? 'is' : 'are'} on the way to the ERP.`,
    warns: (outcomes) => refusedOf(outcomes as readonly StatementOutcome[], rows),
  }
}

/** `2 of 5 bills were refused. October 2026, Moss Benefits: …` */
export function refusedOf(outcomes: readonly StatementOutcome[], rows: readonly StatementRow[]): string | undefined {
  const refused = outcomes.filter(({ Outcome }) => Outcome === 'Refused')
  if (refused.length === 0) return undefined
  const named = refused.slice(0, 5).map(({ StatementId, Message }) => {
    const row = rows.find(({ Id }) => Id === StatementId)
    return row ? `${row.Name}, ${row.PayeeName}: ${Message}` : Message
  })
  return [
    `${refused.length} of ${counted(rows.length, 'bill')} ${refused.length === 1 ? 'was' : 'were'} refused.`,
    ...named,
  ].join(' ')
}
