/** The commission rules: a list whose rows open to what is paid on which plan line, and the editor in a side panel. */
import { momentDate } from '../../../lib/format/dates'
import { count, counted } from '../../../lib/format/money'
import { part } from '../../../lib/part'
import { recordId } from '../../../lib/recordId'
import { useCan } from '../../../session/session'
import { IconListDetails, IconReceipt2 } from '../../../ui/icons'
import type { Column, RowAction } from '../../../ui/list/columns'
import type { Filter } from '../../../ui/list/FilterChip'
import { ListPage } from '../../../ui/list/ListPage'
import { useEditor } from '../../../ui/list/useEditor'
import { NameAndFact } from '../../../ui/value/NameAndFact'
import { NoRecordPanel } from '../../../ui/panel/ofRecord'
import { Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { Tag } from '../../../ui/value/Tag'
import { CommissionNav } from '../CommissionNav'
import { confirmGenerating } from './generating'
import { ruleCsv, ruleListing, type RuleRow } from './queries'
import { RuleDetail } from './RuleDetail'

const RulePanel = part(() => import('./RulePanel').then((rules) => rules.RulePanel))
const AdjustmentPanel = part(() => import('./adjustments/AdjustmentPanel').then((adding) => adding.AdjustmentPanel))
const RatePanel = part(() => import('./plans/RatePanel').then((rates) => rates.RatePanel))

const filters: readonly Filter[] = [
  {
    name: 'active',
    label: 'Status',
    options: [
      { value: '1', label: 'Active' },
      { value: '0', label: 'Ended' },
    ],
    single: true,
  },
]

export function RulesPage() {
  const may = useCan()('EditCommissions')
  const { open } = usePanels()
  const { list, name, panels } = useEditor<RuleRow>({
    may,
    kind: 'rule',
    create: 'New Rule',
    edit: 'Edit Details',
    panel: (id) => <RulePanel id={id} />,
  })
  const columns: readonly Column<RuleRow>[] = [
    {
      key: 'Name',
      title: 'Name',
      kind: 'name',
      size: 'large',
      sorts: true,
      cell: (row) => <NameAndFact name={name(row)} tag={!row.Active && <Tag>Ended</Tag>} />,
    },
    { key: 'PayeeName', title: 'Payee', size: 'large', sorts: true, cell: ({ PayeeName }) => PayeeName },
    { key: 'GroupCount', title: 'Groups', kind: 'count', sorts: true, cell: ({ GroupCount }) => count(GroupCount) },
    { key: 'CreatedOn', title: 'Created', kind: 'date', sorts: true, cell: ({ CreatedOn }) => momentDate(CreatedOn) },
  ]
  const actionsOf = (row: RuleRow): readonly RowAction[] => [
    ...(list.rowActions?.(row) ?? []),
    { label: 'Manage Plans', icon: IconListDetails, run: () => open('rule', `${row.Id}.plans`) },
    {
      label: 'Generate Statement',
      icon: IconReceipt2,
      run: () => confirmGenerating(row),
    },
  ]
  return (
    <>
      <ListPage
        {...list}
        {...(may ? { rowActions: actionsOf } : {})}
        title="Commission Rules"
        noun="rules"
        nav={<CommissionNav />}
        csv={ruleCsv}
        {...ruleListing}
        columns={columns}
        filters={filters}
        rowId={({ Id }) => Id}
        rowName={({ Name }) => Name}
        expanded={(row) => <RuleDetail id={row.Id} />}
        empty="No results to display."
        why="A rule says what a payee gets for each member on which billing plans. Statements and bills come from it."
        narrow={(row) => ({
          title: name(row),
          status: !row.Active && <Tag>Ended</Tag>,
          // A long name of a payee gives way; a day is never cut.
          facts: [momentDate(row.CreatedOn), row.PayeeName],
          end: counted(row.GroupCount, 'group'),
        })}
      />
      {panels}
      <Panels kinds={{ 'rule-rate': rateOf, ...(may ? { adjustment: adjustmentOf } : {}) }} />
    </>
  )
}

/** The id is that of the rule. */
function adjustmentOf(text: string) {
  const ruleId = recordId(text)
  return ruleId === undefined ? <NoRecordPanel what="commission rule" /> : <AdjustmentPanel ruleId={ruleId} />
}

/** The id names the rule and its line: `3.17`. */
function rateOf(text: string) {
  const [rule = '', line = '', ...rest] = text.split('.')
  const [ruleId, lineId] = [recordId(rule), recordId(line)]
  if (ruleId === undefined || lineId === undefined || rest.length > 0) return <NoRecordPanel what="payout rate" />
  return <RatePanel ruleId={ruleId} lineId={lineId} />
}
