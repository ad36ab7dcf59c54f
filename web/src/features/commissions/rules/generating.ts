/** What is asked before a rule makes the statement of last month, and what follows from it. */
import { businessDay } from '../../../lib/format/dates'
import { addMonths, monthName, monthOf } from '../../../lib/format/months'
import { IconHistory, IconReceipt2 } from '../../../ui/icons'
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { warnOfGroupsLeft } from '../../../shared/statements/groupsLeft'
import { changedByStatements } from '../../../shared/statements/queries'
import { generateStatement, type RuleRow } from './queries'

export function confirmGenerating(row: RuleRow, now = new Date()): void {
  const month = monthName(addMonths(monthOf(businessDay(now)), -1))
  confirmFirst({
    title: 'Generate Statement',
    context: row.Name,
    question: `Generate the commission statement of ${row.Name} for ${month}?`,
    factsTitle: 'What is generated',
    facts: [
      { term: 'Rule', value: row.Name },
      { term: 'Payee', value: row.PayeeName },
      { term: 'Billing Period', value: month },
    ],
    next: [
      {
        icon: IconReceipt2,
        text: 'It pays on every line of the month, and takes up every adjustment, that stands in no other statement of the rule.',
      },
      {
        icon: IconHistory,
        text: 'The rates of that month are kept in it, and the statement stands under Commission Snapshots.',
      },
    ],
    action: 'Generate Statement',
    run: async () => warnOfGroupsLeft(await generateStatement(row.Id)),
    refresh: [...changedByStatements, ['commission rules']],
    saved: 'The commission statement has been created.',
    errorNotice: true,
    noticeStays: true,
  })
}
