/** The pricing options of a group: its named rates. Archived ones stay in the list, with a label. */
import { momentDate } from '../../../lib/format/dates'
import { money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import type { Column } from '../../../ui/list/columns'
import { ListPage } from '../../../ui/list/ListPage'
import { useEditor } from '../../../ui/list/useEditor'
import { NameAndFact } from '../../../ui/value/NameAndFact'
import { ofRecordOrNew } from '../../../ui/panel/ofRecord'
import { Tag } from '../../../ui/value/Tag'
import { OptionPanel } from './OptionPanel'
import { optionCsv, optionListing, type PricingOption } from './queries'

const created = (row: PricingOption) => momentDate(row.CreatedOn)

const facts: readonly Column<PricingOption>[] = [
  { key: 'Rate', title: 'Rate', kind: 'money', sorts: true, cell: (row) => money(row.Rate) },
  { key: 'CreatedOn', title: 'Date', kind: 'date', sorts: true, cell: created },
]

export function OptionsPage({ employerId }: { employerId: number }) {
  const may = useCan()('EditBilling')
  const { list, name, panels } = useEditor<PricingOption>({
    may,
    kind: 'pricing',
    create: 'New Option',
    edit: 'Edit',
    direct: true,
    panel: ofRecordOrNew('pricing option', (id) => <OptionPanel employerId={employerId} id={id} />),
  })
  const archived = (row: PricingOption) => row.IsArchived && <Tag>Archived</Tag>
  return (
    <>
      <ListPage
        {...list}
        heading="Pricing Options"
        noun="pricing options"
        csv={optionCsv(employerId)}
        {...optionListing(employerId)}
        columns={[
          {
            key: 'Name',
            title: 'Name',
            kind: 'name',
            sorts: true,
            cell: (row) => <NameAndFact name={name(row)} tag={archived(row)} />,
          },
          ...facts,
        ]}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        empty="No results to display."
        narrow={(row) => ({ title: name(row), status: archived(row), facts: [created(row)], end: money(row.Rate) })}
      />
      {panels}
    </>
  )
}
