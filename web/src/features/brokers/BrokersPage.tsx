/** The brokers: a list whose rows open to their groups and users, and the editor in a side panel. */
import { brokerChoices } from '../../api/choices'
import { useCan } from '../../session/session'
import type { Column } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { filterOptions } from '../../ui/list/filterOptions'
import { ListPage } from '../../ui/list/ListPage'
import { useEditor } from '../../ui/list/useEditor'
import { ofRecordOrNew } from '../../ui/panel/ofRecord'
import { count, counted } from '../../lib/format/money'
import { part } from '../../lib/part'
import { BrokerDetail } from './BrokerDetail'
import { brokerCsv, brokerListing, type BrokerRow } from './queries'

/** With all its fields it is larger than the list. */
const BrokerPanel = part(() => import('./BrokerPanel').then((brokers) => brokers.BrokerPanel))

const columns: readonly Column<BrokerRow>[] = [
  { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => row.Name },
  {
    key: 'MasterBroker',
    title: 'Master Broker',
    size: 'large',
    sorts: true,
    cell: (row) => row.MasterBroker?.Name ?? '-',
  },
  {
    key: 'EmployerGroups',
    title: 'Employer Groups',
    kind: 'count',
    sorts: true,
    cell: (row) => count(row.EmployerGroups),
  },
  { key: 'Users', title: 'Users', kind: 'count', sorts: true, cell: (row) => count(row.Users) },
]

const filters: readonly Filter[] = [
  {
    name: 'master',
    label: 'Master broker',
    options: filterOptions(brokerChoices, ({ Id, Name }) => ({ value: Id, label: Name })),
  },
]

export function BrokersPage() {
  const may = useCan()('EditBrokers')
  const { list, panels } = useEditor<BrokerRow>({
    may,
    kind: 'broker',
    create: 'New Broker',
    edit: 'Edit Broker',
    panel: ofRecordOrNew('broker', (id) => <BrokerPanel id={id} />),
  })
  return (
    <>
      <ListPage
        {...list}
        title="Brokers"
        noun="brokers"
        csv={brokerCsv}
        {...brokerListing}
        filters={filters}
        columns={columns}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        expanded={(row) => <BrokerDetail id={row.Id} />}
        empty="No results."
        narrow={(row) => ({
          title: row.Name,
          facts: [row.MasterBroker?.Name],
          end: counted(row.EmployerGroups, 'group'),
        })}
      />
      {panels}
    </>
  )
}
