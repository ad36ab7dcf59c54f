/** The ERP accounts, called API services: a list, and the panel of one with its configuration. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../session/session'
import { IconRefresh } from '../../ui/icons'
import { blankColumn, type Column, type RowAction } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { filterOptions } from '../../ui/list/filterOptions'
import { ListPage } from '../../ui/list/ListPage'
import { useEditor } from '../../ui/list/useEditor'
import { NameAndFact } from '../../ui/value/NameAndFact'
import { part } from '../../lib/part'
import { accountCsv, accountListing, serviceTypes, type AccountRow } from './queries'
import { confirmRefreshing } from './refreshing'
import { ExpiryTag } from './TokenExpiry'

const AccountPanel = part(() => import('./AccountPanel').then((accounts) => accounts.AccountPanel))

const filters: readonly Filter[] = [
  {
    name: 'type',
    label: 'Service Type',
    options: filterOptions(serviceTypes, ({ Name, Value }) => ({ value: Value, label: Name })),
    single: true,
  },
]

export function AccountsPage() {
  const may = useCan()('EditAccounts')
  const types = useQuery(serviceTypes)
  const typeName = ({ ServiceType }: AccountRow) =>
    types.data?.find(({ Value }) => Value === ServiceType)?.Name ?? ServiceType
  const { list, name, panels } = useEditor<AccountRow>({
    may,
    kind: 'service',
    create: 'New Service',
    edit: 'Edit Details',
    panel: (id) => <AccountPanel id={id} />,
  })
  const { rowActions, ...head } = list
  const refreshing = (row: AccountRow): RowAction => ({
    label: 'Refresh Token',
    icon: IconRefresh,
    run: () => confirmRefreshing(row, typeName(row)),
  })
  const columns: readonly Column<AccountRow>[] = [
    blankColumn,
    {
      key: 'Name',
      title: 'Name',
      kind: 'name',
      sorts: true,
      cell: (row) => <NameAndFact name={name(row)} tag={row.TokenExpiry && <ExpiryTag expiry={row.TokenExpiry} />} />,
    },
    { key: 'ServiceType', title: 'Service Type', sorts: true, cell: typeName },
    { key: 'ApiBaseUrl', title: 'Base URL', size: 'large', sorts: true, cell: (row) => row.ApiBaseUrl },
  ]
  return (
    <>
      <ListPage
        {...head}
        {...(rowActions ? { rowActions: (row: AccountRow) => [...rowActions(row), refreshing(row)] } : {})}
        title="API Services"
        noun="services"
        csv={accountCsv}
        {...accountListing}
        columns={columns}
        filters={filters}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        empty="No results to display."
        narrow={(row) => ({ title: row.Name, facts: [row.TokenExpiry?.Text, typeName(row), row.ApiBaseUrl] })}
      />
      {panels}
    </>
  )
}
