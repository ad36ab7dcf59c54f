/**
 * An invoice as it would stand on paper, with the members of the line one opens. Any page may draw it: it reads the invoice by
 * its id, from a panel of the kind `invoice`.
 */
import { useQuery } from '@tanstack/react-query'
import { download, invoicePdf } from '../../api/downloads'
import { addressLines } from '../../lib/format/address'
import { businessDay, date, daysBetween } from '../../lib/format/dates'
import { isMissing } from '../../lib/failure'
import { counted, money } from '../../lib/format/money'
import { monthName, monthOf } from '../../lib/format/months'
import { whyPanelId } from '../../lib/billing/whyPanel'
import { useCan } from '../../session/session'
import { Answered } from '../../ui/state/Answered'
import { BillFoot, BillHead } from '../../ui/bill/BillHead'
import { BillLines } from '../../ui/bill/BillLines'
import { LineMembers } from '../../ui/bill/LineMembers'
import { useOpenLine } from '../../ui/bill/useOpenLine'
import { Button } from '../../ui/action/Button'
import { DownloadButton } from '../../ui/action/DownloadButton'
import { ExternalButton, ExternalLink, webAddress } from '../../ui/action/ExternalLink'
import { IconDownload } from '../../ui/icons'
import { IdChip } from '../../ui/value/IdChip'
import { NoRecordPanel } from '../../ui/panel/ofRecord'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace, usePanels } from '../../ui/panel/usePanels'
import { RowButton } from '../../ui/action/RowLink'
import { Status } from '../../ui/value/StatusDot'
import { Tag } from '../../ui/value/Tag'
import { ErpState } from '../../shared/erp/ErpState'
import { invoice, consultsOfLine, membersOfLine, type Invoice } from './queries'

export function InvoicePanel({ id }: { id: number }) {
  const query = useQuery(invoice(id))
  const { close } = usePanelPlace()
  const loaded = query.data
  if (loaded === undefined && isMissing(query.error)) return <NoRecordPanel what="invoice" asked />
  return (
    <SidePanel
      title="View Invoice"
      status={
        loaded && (
          <>
            <IdChip id={loaded.InvoiceNumber} label="invoice number" />
            {isCreditMemo(loaded) && <Tag>Credit memo</Tag>}
            <Status name={loaded.ErpInvoice?.StatusName} color={loaded.PaymentStatusColor} />
            <InErp invoice={loaded} />
          </>
        )
      }
      context={loaded && `${loaded.EmployerGroup.Name} · group ${loaded.EmployerGroup.GroupId}`}
      footerState={
        loaded && (
          <>
            {whyNotPayable(loaded) ?? whatIsAsked(loaded)} <ViewInErp invoice={loaded} />
          </>
        )
      }
      footer={
        <>
          {loaded && <PayInvoice invoice={loaded} />}
          {loaded && (
            <DownloadButton icon={IconDownload} get={() => download(invoicePdf(loaded))}>
              Download
            </DownloadButton>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Answered query={query} what="the invoice" flush>
        {(found) => (
          <>
            <Head invoice={found} />
            <Lines invoice={found} />
          </>
        )}
      </Answered>
    </SidePanel>
  )
}

/** For staff how it stands in the ERP, which opens its history; for others only that it is out of date, or was not sent. */
function InErp({ invoice: { Id, EmployerGroup, ErpState: state, OutOfDate, NotSent } }: { invoice: Invoice }) {
  const panels = usePanels()
  if (!state) return OutOfDate ? <Tag kind="warn">Out of date</Tag> : NotSent && <Tag kind="warn">Not sent</Tag>
  const open = () => panels.open('erp', whyPanelId({ employerId: EmployerGroup.Id, snapshotId: Id }))
  return (
    <RowButton onClick={open}>
      <ErpState state={state} />
    </RowButton>
  )
}

/** For staff: the page of the accounting system, which customers have no access to. */
function ViewInErp({ invoice }: { invoice: Invoice }) {
  const can = useCan()
  const address = webAddress(invoice.ErpInvoiceUrl)
  return can('ViewBilling') && address && <ExternalLink href={address}>View in ERP »</ExternalLink>
}

function PayInvoice({ invoice }: { invoice: Invoice }) {
  const payAt = webAddress(invoice.ErpInvoice?.InvoiceLink)
  if (payAt && whyNotPayable(invoice) === undefined) return <ExternalButton href={payAt}>Pay Invoice</ExternalButton>
  return (
    <Button kind="primary" disabled>
      Pay Invoice
    </Button>
  )
}

/** What it is in the ERP, whatever it comes to by now; before it is there, what it will be (rules.md#credit-memo). */
function isCreditMemo({ ErpInvoice, InvoiceTotalDollars }: Invoice): boolean {
  return ErpInvoice ? ErpInvoice.DocumentType === 'CreditMemo' : InvoiceTotalDollars < 0
}

/** Why the invoice cannot be paid here, or undefined when it can (rules.md#paying-an-invoice). */
function whyNotPayable(invoice: Invoice): string | undefined {
  const { ErpInvoice, OutOfDate } = invoice
  if (isCreditMemo(invoice)) {
    if (OutOfDate && hasSameTotal(invoice))
      return 'Nothing is to be paid: it is a credit memo. In the ERP it is still to be updated; its total stays the same.'
    const older = OutOfDate ? ErpInvoice?.TotalAmount : undefined
    return typeof older === 'number'
      ? `Nothing is to be paid: the credit memo in the ERP is still ${money(older)}, until it is ${whatEnds(invoice)}.`
      : 'Nothing is to be paid: it is a credit memo.'
  }
  if (ErpInvoice?.StatusName === 'Paid') return 'This invoice is paid.'
  if (ErpInvoice?.StatusName === 'Voided') return 'This invoice was voided: nothing is owed on it.'
  if (!ErpInvoice) return 'It cannot be paid online before it is in the ERP.'
  return webAddress(ErpInvoice.InvoiceLink) ? undefined : 'The ERP gives no page to pay this invoice.'
}

/** Whether what stands in the ERP comes to the same, so that there is no older amount to name. */
function hasSameTotal({ ErpInvoice, InvoiceTotalDollars }: Invoice): boolean {
  return ErpInvoice?.TotalAmount === InvoiceTotalDollars
}

/** While the invoice is out of date its page asks for what stands in the ERP, not for the amount above. */
function whatIsAsked(invoice: Invoice): string | undefined {
  const { OutOfDate, ErpInvoice } = invoice
  if (!OutOfDate) return undefined
  if (hasSameTotal(invoice)) return 'The invoice in the ERP is still to be updated; its total stays the same.'
  const asked = ErpInvoice?.Balance
  const sum = typeof asked === 'number' ? ` of ${money(asked)}` : ''
  return `Pay Invoice opens the older amount${sum}: the invoice in the ERP is still to be ${whatEnds(invoice)}.`
}

/** What ends being out of date: no update turns an invoice into a credit memo, or the reverse (rules.md#credit-memo). */
function whatEnds(invoice: Invoice): 'updated' | 'replaced' {
  return isCreditMemo(invoice) === invoice.InvoiceTotalDollars < 0 ? 'updated' : 'replaced'
}

function Head({ invoice }: { invoice: Invoice }) {
  const { EmployerGroup, BillingAddress, InvoiceTotalDollars, InvoicePeriodEndDate, ErpInvoice } = invoice
  return (
    <BillHead
      to={EmployerGroup.Name}
      address={addressLines(BillingAddress)}
      amount={money(InvoiceTotalDollars)}
      says={whatIsDue(invoice)}
      facts={[
        ...datesOf(invoice),
        { term: 'Billing Period', value: monthName(monthOf(InvoicePeriodEndDate)) },
        ...(invoice.PurchaseOrderNumber ? [{ term: 'PO Number', value: invoice.PurchaseOrderNumber }] : []),
        { term: 'Memo', value: ErpInvoice?.CustomerMemo || '-' },
        ...leftToPay(ErpInvoice),
      ]}
    />
  )
}

/** A credit memo is never due (rules.md#credit-memo). */
function datesOf(invoice: Invoice): readonly { term: string; value: string }[] {
  const dated = date(invoice.ErpInvoice?.TxnDate) || 'Not available'
  if (isCreditMemo(invoice)) return [{ term: 'Credit Memo Date', value: dated }]
  return [
    { term: 'Invoice Date', value: dated },
    { term: 'Due Date', value: date(invoice.ErpInvoice?.DueDate) || 'Not available' },
  ]
}

/** What is left of an invoice of which a part is paid, as the ERP tells; nothing while none or all of it is. */
function leftToPay(erp: Invoice['ErpInvoice']): readonly { term: string; value: string }[] {
  if (erp?.DocumentType !== 'Invoice' || typeof erp.Balance !== 'number' || typeof erp.TotalAmount !== 'number')
    return []
  const isInPart = erp.StatusName !== 'Voided' && erp.Balance > 0 && erp.Balance < erp.TotalAmount
  return isInPart ? [{ term: 'Left to Pay', value: `${money(erp.Balance)} of ${money(erp.TotalAmount)}` }] : []
}

/** When the amount is due; of an invoice that is out of date it is the older amount that is, as the ERP and the PDF have it. */
function whatIsDue(invoice: Invoice): string | undefined {
  const { ErpInvoice, OutOfDate } = invoice
  const due = dueIn(ErpInvoice)
  const older = OutOfDate && !hasSameTotal(invoice) ? ErpInvoice?.TotalAmount : undefined
  return typeof older === 'number' ? [`${money(older)} in the ERP`, due].filter(Boolean).join(', ') : due
}

/** `due in 14 days`, for as long as something is owed. */
function dueIn(erp: Invoice['ErpInvoice']): string | undefined {
  if (!erp?.DueDate || !['Open', 'Partially Paid', 'Overdue'].includes(erp.StatusName)) return undefined
  const days = daysBetween(businessDay(new Date()), erp.DueDate)
  if (days === 0) return 'due today'
  return days > 0 ? `due in ${counted(days, 'day')}` : `due ${counted(-days, 'day')} ago`
}

function Lines({ invoice: { Id, EmployerGroup, LineItems, InvoiceTotalDollars } }: { invoice: Invoice }) {
  const can = useCan()
  const panels = usePanels()
  const { open, asked, onToggle } = useOpenLine(LineItems)
  const why = () => panels.open('why', whyPanelId({ employerId: EmployerGroup.Id, snapshotId: Id }))
  return (
    <>
      <BillLines
        label="Lines of the invoice"
        lines={LineItems}
        openId={open?.Id}
        onToggle={onToggle}
        total={InvoiceTotalDollars}
        onWhy={can('ViewBilling') ? why : undefined}
        empty="This invoice has no lines."
      />
      {open && (
        <BillFoot asked={asked}>
          <LineMembers
            key={open.Id}
            line={open}
            pages={(lineId, term) => membersOfLine(Id, lineId, term)}
            consults={(lineId, term) => consultsOfLine(Id, lineId, term)}
            group={can('ViewMembers') ? EmployerGroup.Id : undefined}
            within="panel"
          />
        </BillFoot>
      )}
    </>
  )
}
