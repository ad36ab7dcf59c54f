/** The adjustments of a rule: amounts that people have added to what it pays, with the statement that has each. */
import { useQuery } from '@tanstack/react-query'
import { moment } from '../../../../lib/format/dates'
import { money } from '../../../../lib/format/money'
import { shortMonth, monthOf } from '../../../../lib/format/months'
import { useCan } from '../../../../session/session'
import { Button } from '../../../../ui/action/Button'
import { IconPlus, IconTrash } from '../../../../ui/icons'
import type { Column } from '../../../../ui/list/columns'
import { RowMenu } from '../../../../ui/list/RowMenu'
import type { PanelTabsProps } from '../../../../ui/panel/PanelTabs'
import { SidePanel } from '../../../../ui/panel/SidePanel'
import { useHistoryTab } from '../../../../ui/panel/useHistoryTab'
import { usePanelPlace, usePanels } from '../../../../ui/panel/usePanels'
import { Inline } from '../../../../ui/Stack'
import { Answered } from '../../../../ui/state/Answered'
import { PlainTable } from '../../../../ui/table/PlainTable'
import { Tag } from '../../../../ui/value/Tag'
import { rule as ruleOf } from '../queries'
import { RuleContext } from '../RuleContext'
import { askToDelete } from './deleting'
import { adjustments, type Adjustment } from './queries'

const columns: readonly Column<Adjustment>[] = [
  { key: 'Reason', title: 'Reason', kind: 'name', size: 'large', cell: ({ Reason }) => Reason },
  { key: 'Amount', title: 'Amount', kind: 'money', cell: ({ Amount }) => money(Amount) },
  { key: 'Month', title: 'Counts from', cell: monthFrom },
  { key: 'Statement', title: 'Statement', size: 'medium', cell: (row) => <Stands row={row} /> },
  { key: 'AddedBy', title: 'Added', size: 'medium', cell: added },
]

function monthFrom({ Month }: Adjustment): string {
  return shortMonth(monthOf(Month))
}

function added({ AddedBy, AddedOn }: Adjustment): string {
  return `${moment(AddedOn)} by ${AddedBy}`
}

/** The statement that has it, and whether that is billed. */
function Stands({ row: { StatementName, IsBilled } }: { row: Adjustment }) {
  if (StatementName == null) return <Tag>In no statement yet</Tag>
  return (
    <>
      {StatementName} {IsBilled && <Tag kind="ok">Billed</Tag>}
    </>
  )
}

/** Why it is not deleted, or nothing. */
function notDeleted({ StatementName, IsBilled }: Adjustment): string | false {
  if (StatementName == null) return false
  return IsBilled
    ? `It stands in ${StatementName}, which has a bill. Add one of the opposite amount instead.`
    : `It stands in ${StatementName}. Delete that statement first.`
}

export function RuleAdjustments({ id, tabs }: { id: number; tabs: PanelTabsProps }) {
  const { data: rule } = useQuery(ruleOf(id))
  const query = useQuery(adjustments(id))
  const { close } = usePanelPlace()
  const { open } = usePanels()
  const may = useCan()('EditCommissions')
  const past = useHistoryTab({ subject: 'commission_rule', id }, tabs)
  const actions: readonly Column<Adjustment>[] = [
    { key: 'Actions', title: 'Actions', cell: (row) => <Actions ruleId={id} row={row} /> },
  ]
  return (
    <SidePanel
      title="Commission Rule"
      context={rule && <RuleContext rule={rule} />}
      tabs={past.tabs}
      footer={
        <>
          {may && (
            <Button kind="primary" icon={IconPlus} onClick={() => open('adjustment', id)}>
              Add Adjustment
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      {past.shown?.body ?? (
        <Answered query={query} what="the adjustments" flush>
          {(rows) => (
            <PlainTable
              label="Adjustments"
              columns={may ? [...columns, ...actions] : columns}
              rows={rows}
              rowId={({ Id }) => Id}
              empty="There are no adjustments of this rule."
              narrow={(row) => ({
                title: row.Reason,
                status: <Stands row={row} />,
                facts: [monthFrom(row), added(row)],
                end: (
                  <Inline>
                    <span>{money(row.Amount)}</span>
                    {may && <Actions ruleId={id} row={row} />}
                  </Inline>
                ),
              })}
            />
          )}
        </Answered>
      )}
    </SidePanel>
  )
}

function Actions({ ruleId, row }: { ruleId: number; row: Adjustment }) {
  return (
    <RowMenu
      label={`Actions for ${row.Reason}`}
      actions={[
        {
          label: 'Delete',
          icon: IconTrash,
          destroys: true,
          blocked: notDeleted(row),
          run: () => askToDelete(ruleId, row),
        },
      ]}
    />
  )
}
