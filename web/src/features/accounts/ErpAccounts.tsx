/** The card of the ERP accounts on the start page: whether each can be reached, or when a person must renew its token. */
import { useQuery } from '@tanstack/react-query'
import { erpAccountRows } from '../../api/choices'
import { AddressLink } from '../../ui/action/RowLink'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { StatusDot } from '../../ui/value/StatusDot'

export function ErpAccounts() {
  const query = useQuery(erpAccountRows)
  if (query.data?.length === 0) return null
  return (
    <Widget title="ERP accounts" query={query}>
      {query.data?.map(({ Id, Name, TokenExpiry }) => (
        <WidgetRow
          key={Id}
          title={
            <AddressLink to="/settings/api-services" panel={`service.${Id}`}>
              {Name}
            </AddressLink>
          }
          facts={<StatusDot tone={TokenExpiry ? 'warn' : 'ok'}>{TokenExpiry ? TokenExpiry.Text : 'Ready'}</StatusDot>}
        />
      ))}
    </Widget>
  )
}
