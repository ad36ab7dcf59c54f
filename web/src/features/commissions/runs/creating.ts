/** What is asked before statements and bills of a run are created: what will happen, in numbers. */
import { count, counted, money } from '../../../lib/format/money'
import { monthName, type Month } from '../../../lib/format/months'
import type { Detail } from '../../../ui/value/Details'
import { IconArrowBackUp, IconHistory, IconLock, IconReceipt2, IconRefresh } from '../../../ui/icons'
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { toast } from '../../../ui/toast/toasts'
import { changedByStatements } from '../../../shared/statements/queries'
import { createBills, createStatements, type RuleOutcome, type RunRule, type StatementOutcome } from './queries'
import { billsOf, dueOf, hasExceptions, summaryOf, toBillOf } from './words'

/** What is said of a row. */
export type Result = Pick<RuleOutcome, 'Outcome' | 'Message'>

/** What has become of rules, by their id. */
export type Results = ReadonlyMap<number, Result>

/** Takes what has become of rules. */
type Tell = (results: Results) => void

/** Asks before the statements of some rules are made. */
export function confirmStatements(month: Month, rules: readonly RunRule[], tell: Tell): void {
  const what = counted(rules.length, 'statement')
  confirmFirst({
    title: 'Create Statements',
    context: contextOf(month),
    question: `Create ${what} of ${money(dueOf(rules))} for ${monthName(month)}?`,
    factsTitle: 'What is created',
    facts: factsOf(rules, dueOf(rules)),
    named: namedOf(rules),
    next: [
      {
        icon: IconRefresh,
        text: 'Each is computed once more. What another statement has paid meanwhile is not paid again.',
      },
      { icon: IconReceipt2, text: 'No bill is created in the ERP before you ask for it.' },
      { icon: IconArrowBackUp, text: 'A statement without a bill can be deleted.' },
      { icon: IconHistory, text: 'Each statement is kept in the audit trail with your name.' },
    ],
    action: `Create ${what}`,
    run: async () => {
      const outcomes = await createStatements(
        month,
        rules.map(({ CommissionRuleId }) => CommissionRuleId),
      )
      tell(new Map(outcomes.map((outcome) => [outcome.CommissionRuleId, outcome])))
      notice(outcomes, 'statement')
    },
    refresh: changedByStatements,
    errorNotice: true,
    noticeStays: true,
  })
}

/** Asks for confirmation before it creates a bill for each waiting statement of the chosen rules. */
export function confirmBills(month: Month, rules: readonly RunRule[], tell: Tell): void {
  const what = counted(billsOf(rules), 'bill')
  confirmFirst({
    title: 'Create Bills in ERP',
    context: contextOf(month),
    question: `Create ${what} of ${money(toBillOf(rules))} in the ERP?`,
    detail: 'Each goes to the account and the vendor of its commission rule.',
    factsTitle: 'What is billed',
    facts: factsOf(rules, toBillOf(rules)),
    named: namedOf(rules),
    next: [
      {
        icon: IconReceipt2,
        text: 'Each is created once, also when the ERP does not answer. You can leave the page meanwhile.',
      },
      { icon: IconLock, text: 'A statement with a bill is locked: it can no longer be deleted.' },
      { icon: IconHistory, text: 'Each bill is kept in the audit trail with your name.' },
    ],
    action: `Create ${what}`,
    run: async () => {
      const outcomes = await createBills(rules.flatMap(({ StatementIds }) => StatementIds))
      tell(byRule(outcomes, rules))
      notice(outcomes, 'bill')
    },
    refresh: changedByStatements,
    errorNotice: true,
    noticeStays: true,
  })
}

function contextOf(month: Month): string {
  return `Commission run of ${monthName(month)}`
}

function factsOf(rules: readonly RunRule[], due: number): readonly Detail[] {
  const exceptions = rules.filter(hasExceptions).length
  return [
    { term: 'Commission rules', value: count(rules.length) },
    ...(exceptions > 0 ? [{ term: 'With exceptions', value: count(exceptions) }] : []),
    { term: 'Amount due', value: money(due), total: true },
  ]
}

function namedOf(rules: readonly RunRule[]) {
  return { title: 'Commission rules', names: rules.map(({ RuleName, PayeeName }) => `${RuleName} · ${PayeeName}`) }
}

/** Gives each rule the outcome of its statements: a refused one if there is any, else the first. */
export function byRule(outcomes: readonly StatementOutcome[], rules: readonly RunRule[]): Results {
  const results = new Map<number, StatementOutcome>()
  for (const { CommissionRuleId, StatementIds } of rules) {
    const own = outcomes.filter(({ StatementId }) => StatementIds.includes(StatementId))
    const told = own.find(({ Outcome }) => Outcome === 'Refused') ?? own[0]
    if (told) results.set(CommissionRuleId, told)
  }
  return results
}

function notice(outcomes: readonly Result[], noun: 'statement' | 'bill'): void {
  toast.show(summaryOf(outcomes, noun), { title: noun === 'bill' ? 'Bills' : 'Statements' })
}
