/** What can be done with one rule of a run, also where rows cannot be chosen. */
import type { Month } from '../../../lib/format/months'
import { IconCheck, IconEye, IconHelp, IconReceipt2 } from '../../../ui/icons'
import type { RowAction } from '../../../ui/list/columns'
import type { PanelActions } from '../../../ui/panel/usePanels'
import { confirmBills, confirmStatements, type Results } from './creating'
import type { RunRule } from './queries'
import { isBillable, isReady } from './words'

/** Without `tell` nothing can be created: it is not for this person. */
export function ruleActions(
  row: RunRule,
  month: Month,
  open: PanelActions['open'],
  tell: ((results: Results) => void) | undefined,
): readonly RowAction[] {
  const { StatementId } = row
  const create = tell && [
    ...(isReady(row)
      ? [{ label: 'Create Statement', icon: IconCheck, run: () => confirmStatements(month, [row], tell) }]
      : []),
    ...(isBillable(row)
      ? [{ label: 'Create Bill in ERP', icon: IconReceipt2, run: () => confirmBills(month, [row], tell) }]
      : []),
  ]
  const look =
    StatementId == null
      ? []
      : [
          { label: 'View Statement', icon: IconEye, run: () => open('statement', StatementId) },
          { label: 'Why this payout?', icon: IconHelp, run: () => open('statement-compare', StatementId) },
        ]
  return [...(create ?? []), ...look]
}
