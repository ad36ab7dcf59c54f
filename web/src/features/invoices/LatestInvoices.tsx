/** The card of a group's newest invoices: what each comes to, whether it is paid, and its PDF. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { download, invoicePdf } from '../../api/downloads'
import { money } from '../../lib/format/money'
import { monthOf, shortMonth } from '../../lib/format/months'
import { IconButton } from '../../ui/action/Button'
import { IconDownload } from '../../ui/icons'
import { ofRecord } from '../../ui/panel/ofRecord'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { PanelLink } from '../../ui/action/RowLink'
import { orNotice } from '../../ui/toast/toasts'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { InvoicePanel } from './InvoicePanel'
import { InvoiceStatus } from './InvoiceStatus'
import { latestInvoices } from './queries'

export function LatestInvoices({ employerId }: { employerId: number }) {
  const asked = useQuery(latestInvoices(employerId))
  // A card of invoices that could not be read is an empty one (rules.md#widgets).
  const query = asked.isError && !asked.data ? { ...asked, isError: false, data: [] } : asked
  const { open } = usePanels()
  return (
    <>
      <Widget
        title="Latest Invoices"
        query={query}
        empty="There are no invoices to display."
        action={
          <Link to="/employers/$employerId/invoices" params={{ employerId }}>
            All Invoices
          </Link>
        }
      >
        {query.data?.map((row) => (
          <WidgetRow
            key={row.Id}
            title={
              <PanelLink label={`View ${row.InvoiceNumber}`} onClick={() => open('invoice', row.Id)}>
                {row.InvoiceNumber}
              </PanelLink>
            }
            wholeFacts
            facts={shortMonth(monthOf(row.InvoicePeriodEndDate))}
            amount={money(row.InvoiceTotalDollars)}
            status={<InvoiceStatus row={row} />}
            end={
              <IconButton
                small
                icon={IconDownload}
                label={`Download ${row.InvoiceNumber}`}
                onClick={() => orNotice(download(invoicePdf(row)))}
              />
            }
          />
        ))}
      </Widget>
      <Panels kinds={{ invoice: ofRecord('invoice', (id) => <InvoicePanel id={id} />) }} />
    </>
  )
}
