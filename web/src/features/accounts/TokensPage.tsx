/** The OAuth tokens of the ERP accounts: when they end, and the editor of one. */
import type { ReactNode } from 'react'
import { useCan } from '../../session/session'
import { moment } from '../../lib/format/dates'
import { part } from '../../lib/part'
import { blankColumn, type Column } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { ListPage } from '../../ui/list/ListPage'
import { NameAndFact } from '../../ui/value/NameAndFact'
import { Tag } from '../../ui/value/Tag'
import { useEditor } from '../../ui/list/useEditor'
import { ofRecordOrNew } from '../../ui/panel/ofRecord'
import { tokenCsv, tokenListing, type TokenRow } from './queries'
import { ExpiryTag } from './TokenExpiry'

const TokenPanel = part(() => import('./TokenPanel').then((accounts) => accounts.TokenPanel))

/** How a row is called. */
function tokenName({ Id }: { Id: number }): string {
  return `Token ${Id}`
}

/** An end, with a tag where it is the one that is told of. */
function end({ Expiry }: TokenRow, at: string | null | undefined): ReactNode {
  if (!Expiry || Expiry.At !== at) return moment(at) || '-'
  return <NameAndFact name={<span>{moment(at)}</span>} tag={<ExpiryTag expiry={Expiry} />} />
}

/** Said of tokens whose account has later ones. */
const notUsed = 'Not used: a later token is'

/** By the end after which a person has to renew a token in use (rules.md#tokens-about-to-expire). */
const filters: readonly Filter[] = [
  {
    name: 'expires',
    label: 'Expires',
    single: true,
    options: [
      { value: '0', label: 'Today or before' },
      { value: '7', label: 'Within 7 days' },
      { value: '30', label: 'Within 30 days' },
    ],
  },
]

export function TokensPage() {
  const may = useCan()('EditAccounts')
  const { list, name, panels } = useEditor<TokenRow & { Name: string }>({
    may,
    kind: 'token',
    create: 'New Token',
    edit: 'Edit Token',
    panel: ofRecordOrNew('API token', (id) => <TokenPanel id={id} />),
  })
  const { rowActions, ...head } = list
  const columns: readonly Column<TokenRow>[] = [
    blankColumn,
    {
      key: 'Name',
      title: 'Name',
      kind: 'name',
      sorts: true,
      cell: (row) => (
        <NameAndFact
          name={name({ ...row, Name: tokenName(row) })}
          fact={row.ApiServiceName}
          tag={!row.IsUsed && <Tag>{notUsed}</Tag>}
        />
      ),
    },
    { key: 'AccessEnd', title: 'Access Token Expires', cell: (row) => end(row, row.AccessTokenExpiration) },
    {
      key: 'RefreshEnd',
      title: 'Refresh Token Expires',
      size: 'large',
      cell: (row) => end(row, row.RefreshTokenExpiration),
    },
    { key: 'LastRefresh', title: 'Last Refresh', cell: (row) => moment(row.LastRefresh) || '-' },
  ]
  return (
    <>
      <ListPage
        {...head}
        {...(rowActions ? { rowActions: (row: TokenRow) => rowActions({ ...row, Name: tokenName(row) }) } : {})}
        title="API Tokens"
        noun="tokens"
        csv={tokenCsv}
        {...tokenListing}
        columns={columns}
        filters={filters}
        rowId={(row) => row.Id}
        rowName={tokenName}
        empty="No results to display."
        narrow={(row) => ({
          title: tokenName(row),
          facts: [
            !row.IsUsed && notUsed,
            row.Expiry?.Text,
            row.ApiServiceName,
            row.AccessTokenExpiration && `Access until ${moment(row.AccessTokenExpiration)}`,
          ],
        })}
      />
      {panels}
    </>
  )
}
