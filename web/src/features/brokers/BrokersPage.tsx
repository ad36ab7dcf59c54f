/** The brokers: a list whose rows open to their groups and users, and the editor in a side panel. */
import { useCan } from '../../session/session'
import { Button } from '../../ui/Button'
import { IconPencil, IconPlus } from '../../ui/icons'
import type { Column } from '../../ui/list/columns'
import { ListPage } from '../../ui/list/ListPage'
import { panelId, Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { count, counted } from '../../lib/money'
import { BrokerDetail } from './BrokerDetail'
import { BrokerPanel } from './BrokerPanel'
import { brokerList, type BrokerRow } from './queries'

const columns: readonly Column<BrokerRow>[] = [
  { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => row.Name },
  { key: 'MasterBroker', title: 'Master Broker', size: 'large', sorts: true, cell: (row) => row.MasterBroker?.Name ?? '-' },
  { key: 'EmployerGroups', title: 'Employer Groups', kind: 'count', sorts: true, cell: (row) => count(row.EmployerGroups) },
  { key: 'Users', title: 'Users', kind: 'count', sorts: true, cell: (row) => count(row.Users) },
]

const panels = { broker: (id: string) => <BrokerPanel id={panelId(id)} /> }

export function BrokersPage() {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditBrokers')
  const edit = (row: BrokerRow) => [{ label: 'Edit Broker', icon: IconPencil, run: () => open('broker', row.Id) }]
  return (
    <>
      <ListPage
        title="Brokers"
        noun="brokers"
        list={brokerList}
        defaults={{ PerPage: 24, OrderBy: 'Id' }}
        columns={columns}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        expanded={(row) => <BrokerDetail id={row.Id} />}
        {...(mayEdit ? { rowActions: edit } : {})}
        actions={
          mayEdit && (
            <Button kind="primary" icon={IconPlus} onClick={() => open('broker')}>
              New Broker
            </Button>
          )
        }
        empty="No results."
        narrow={(row) => ({ title: row.Name, facts: [row.MasterBroker?.Name], end: counted(row.EmployerGroups, 'group') })}
      />
      {mayEdit && <Panels kinds={panels} />}
    </>
  )
}
