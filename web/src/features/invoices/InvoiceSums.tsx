/** Above the list of invoices: what is to be paid, what of it is overdue, and what was not sent; each shows its invoices. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { counted, money } from '../../lib/format/money'
import { FilterStrip, type Figure } from '../../ui/page/FilterStrip'
import { owedText } from '../../lib/billing/owed'
import { invoiceSums, type Sums } from './queries'

/** The payment statuses and the switch by which the list shows what a figure counts. */
interface Shows {
  payment?: string[]
  notsent?: string[]
}

const shows: Readonly<Record<string, Shows>> = {
  outstanding: { payment: ['Open', 'Partially Paid', 'Overdue'] },
  overdue: { payment: ['Overdue'] },
  notsent: { notsent: ['1'] },
}

export function InvoiceSums({ employerId }: { employerId: number }) {
  const { data } = useQuery(invoiceSums(employerId))
  const navigate = useNavigate()
  const current = useRouterState({ select: ({ location }) => shownBy(location.search) })
  const choose = (name: string | undefined) => {
    const filters = name === undefined ? undefined : shows[name]
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        payment: filters?.payment,
        notsent: filters?.notsent,
        page: undefined,
        row: undefined,
      }),
      resetScroll: false,
    })
  }
  if (!data) return null
  return <FilterStrip label="Show invoices" figures={figuresOf(data)} current={current} onChoose={choose} />
}

function figuresOf({ Outstanding, Credits, Overdue, NotSent }: Sums): readonly Figure[] {
  return [
    {
      name: 'outstanding',
      label: 'Outstanding',
      value: money(Outstanding.Dollars),
      says: owedText(Outstanding, Credits),
    },
    { name: 'overdue', label: 'Overdue', ...figure(Overdue), warns: Overdue.Count > 0 },
    ...(NotSent ? [{ name: 'notsent', label: 'Not sent', ...figure(NotSent) }] : []),
  ]
}

function figure({ Count, Dollars }: Sums['Overdue']) {
  return { value: money(Dollars), says: counted(Count, 'invoice') }
}

/** The figure whose filters the address has, and no others of its kind. */
function shownBy(search: object): string | undefined {
  const has = (name: 'payment' | 'notsent', wanted: readonly string[] = []) => {
    const raw: unknown = name in search ? search[name as keyof typeof search] : undefined
    const values = raw === undefined ? [] : [raw].flat().map(String)
    return values.length === wanted.length && wanted.every((value) => values.includes(value))
  }
  return Object.keys(shows).find((name) => has('payment', shows[name]?.payment) && has('notsent', shows[name]?.notsent))
}
