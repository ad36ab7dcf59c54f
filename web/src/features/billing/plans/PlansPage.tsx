/** The billing plans of a group, and their editor in a side panel. */
import { date } from '../../../lib/format/dates'
import { useCan } from '../../../session/session'
import { IconReceipt2 } from '../../../ui/icons'
import type { Column } from '../../../ui/list/columns'
import type { Filter } from '../../../ui/list/FilterChip'
import { ListPage } from '../../../ui/list/ListPage'
import { useEditor } from '../../../ui/list/useEditor'
import { ofRecord } from '../../../ui/panel/ofRecord'
import { Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { PlanSnapshotsPanel } from '../snapshots/PlanSnapshotsPanel'
import { PlanPanel } from './PlanPanel'
import { planCsv, planListing, planSnapshots, type Plan } from './queries'

const facts: readonly Column<Plan>[] = [
  { key: 'ApiServiceName', title: 'Account', sorts: true, cell: (row) => row.ApiServiceName },
  { key: 'ErpCustomerName', title: 'Customer', size: 'large', sorts: true, cell: (row) => row.ErpCustomerName },
  { key: 'SendInvoice', title: 'Send Invoice', size: 'small', sorts: true, cell: sends },
  { key: 'ExpirationDate', title: 'Expiration', size: 'small', sorts: true, cell: expiration },
]

function sends(row: Plan): string {
  return row.SendInvoice ? 'Yes' : 'No'
}

function expiration(row: Plan): string {
  return date(row.ExpirationDate) || 'No expiration.'
}

const filters: readonly Filter[] = [{ name: 'current', label: 'Not expired' }]

export function PlansPage({ employerId }: { employerId: number }) {
  const may = useCan()('EditBilling')
  const { open } = usePanels()
  const { list, name, panels } = useEditor<Plan>({
    may,
    kind: 'plan',
    create: 'New Plan',
    edit: 'Edit',
    direct: true,
    panel: (id) => <PlanPanel employerId={employerId} id={id} />,
  })
  return (
    <>
      <ListPage
        {...list}
        rowActions={(row) => [
          ...(list.rowActions?.(row) ?? []),
          { label: 'View Snapshots', icon: IconReceipt2, run: () => open(planSnapshots, row.Id) },
        ]}
        heading="Billing Plans"
        noun="plans"
        csv={planCsv(employerId)}
        {...planListing(employerId)}
        filters={filters}
        columns={[{ key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: name }, ...facts]}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        empty="No results to display."
        why="A billing plan says what the group is billed each month, and to which customer of the ERP."
        narrow={(row) => ({
          title: name(row),
          status: !row.Active && 'In-Active',
          facts: [row.ApiServiceName, row.ErpCustomerName],
          end: expiration(row),
        })}
      />
      {panels}
      <Panels
        kinds={{
          [planSnapshots]: ofRecord('billing plan', (planId) => (
            <PlanSnapshotsPanel employerId={employerId} planId={planId} />
          )),
        }}
      />
    </>
  )
}
