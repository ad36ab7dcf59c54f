/** The commission run: all rules of one month with those first that need a look, from drafts to statements and bills. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { businessDay } from '../../../lib/format/dates'
import type { ListParams, Page } from '../../../lib/list'
import type { Month } from '../../../lib/format/months'
import type { Query } from '../../../lib/query'
import { useCan } from '../../../session/session'
import { ListPage } from '../../../ui/list/ListPage'
import { usePanels } from '../../../ui/panel/usePanels'
import { Segments } from '../../../ui/page/Segments'
import { CommissionNav } from '../CommissionNav'
import type { Results } from './creating'
import { MonthSteps } from './MonthSteps'
import { run as runQuery, type Run, type RunRule } from './queries'
import { exceptionsFirst, pageOf, rowsOf } from './rows'
import { ruleActions } from './ruleActions'
import { narrowRule, ruleColumns, RuleDetail } from './rules'
import styles from './Run.module.css'
import { RunActions } from './RunActions'
import { monthFrom, monthText, runMonths } from './runMonths'
import { RunTotals } from './RunTotals'
import { selectionOf } from './selection'
import { isAwaited, partsOf, type Part } from './words'

const none: Results = new Map()

/** So long an answer serves both the list and what stands above it, in milliseconds. */
const sharedFor = 900
const pollEvery = 1000

export function CommissionRunPage() {
  const today = businessDay(new Date())
  const month = monthFrom(useSearch('period'), today)
  return <Rules key={monthText(month)} month={month} today={today} />
}

function Rules({ month, today }: { month: Month; today: string }) {
  const mayEdit = useCan()('EditCommissions')
  const [results, setResults] = useState(none)
  const tell = (more: Results) => setResults((before) => new Map([...before, ...more]))
  const query = useQuery(runQuery(month))
  const rules = query.data?.Rules ?? []
  const part = usePart(rules)
  // What a search leaves out is neither counted nor made by the buttons above the list.
  const found = rowsOf(rules, { Term: useSearch('q') ?? '', OrderBy: exceptionsFirst, OrderDesc: false })
  const { open } = usePanels()
  const { min, max } = runMonths(today)
  return (
    <ListPage<RunRule>
      title="Commission Run"
      nav={<CommissionNav />}
      listKey="commission-run"
      noun="rules"
      list={useRows(month, part, results)}
      defaults={{ PerPage: 25, OrderBy: exceptionsFirst }}
      columns={ruleColumns(results)}
      rowId={({ CommissionRuleId }) => CommissionRuleId}
      rowName={({ RuleName }) => RuleName}
      rowActions={(row) => ruleActions(row, month, open, mayEdit ? tell : undefined)}
      expanded={(row) => <RuleDetail row={row} results={results} />}
      beside={<MonthSteps month={month} min={min} max={max} />}
      actions={mayEdit && <RunActions month={month} rules={found} tell={tell} />}
      above={query.data && <Summary run={query.data} part={part} />}
      {...(mayEdit ? { selection: selectionOf(month, part?.name, tell) } : {})}
      empty="No results to display."
      ofPage={['period', 'part']}
      searchLabel="Search rules and payees"
      narrow={(row) => narrowRule(row, results)}
    />
  )
}

/** The rules of a page. The server gives the whole month, which what stands above the list needs as well. */
function useRows(month: Month, part: Part | undefined, results: Results): (params: ListParams) => Query<Page<RunRule>> {
  const client = useQueryClient()
  const asked = runQuery(month)
  return (params) => ({
    queryKey: [...asked.queryKey, 'rows', part?.name, params],
    queryFn: async () => pageOf((await client.fetchQuery({ ...asked, staleTime: sharedFor })).Rules, params, part),
    refetchInterval: () => {
      const rules = client.getQueryData<Run>(asked.queryKey)?.Rules ?? []
      return rules.some((rule) => isAwaited(rule, results.get(rule.CommissionRuleId))) ? pollEvery : false
    },
  })
}

function Summary({ run, part }: { run: Run; part: Part | undefined }) {
  const navigate = useNavigate()
  const show = ({ name }: Part) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        part: name === 'all' ? undefined : [name],
        page: undefined,
        row: undefined,
      }),
      resetScroll: false,
    })
  return (
    <div className={styles.summary}>
      <RunTotals rules={run.Rules} />
      <Segments label="Rules of the run" segments={partsOf(run.Rules)} current={part?.name} onChoose={show} />
    </div>
  )
}

/** The part that the address names, or all rules when the run has none in it any more. */
function usePart(rules: readonly RunRule[]): Part | undefined {
  const named = useSearch('part')
  const parts = partsOf(rules)
  return parts.find(({ name }) => name === named) ?? parts[0]
}

/** The first value of a parameter of the address. */
function useSearch(name: 'period' | 'part' | 'q'): string | undefined {
  const found: unknown = useRouterState({
    select: ({ location }) =>
      name in location.search ? location.search[name as keyof typeof location.search] : undefined,
  })
  const one: unknown = Array.isArray(found) ? found[0] : found
  return typeof one === 'string' ? one : undefined
}
