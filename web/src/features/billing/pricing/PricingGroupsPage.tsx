/** The pricing groups of a group: coded sets of members that use one pricing option. One of them is the default. */
import { money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { blankColumn, type Column } from '../../../ui/list/columns'
import { ListPage } from '../../../ui/list/ListPage'
import { useEditor } from '../../../ui/list/useEditor'
import { NameAndFact } from '../../../ui/value/NameAndFact'
import { ofRecordOrNew } from '../../../ui/panel/ofRecord'
import { Tag } from '../../../ui/value/Tag'
import { PricingGroupPanel } from './PricingGroupPanel'
import { pricingGroupCsv, pricingGroupListing, type PricingGroup } from './queries'

const facts: readonly Column<PricingGroup>[] = [
  { key: 'Code', title: 'Code', sorts: true, cell: (row) => row.Code },
  { key: 'Price', title: 'Price', kind: 'money', sorts: true, cell: (row) => money(row.PricingOption.Rate) },
]

export function PricingGroupsPage({ employerId }: { employerId: number }) {
  const may = useCan()('EditBilling')
  const { list, name, panels } = useEditor<PricingGroup>({
    may,
    kind: 'pricing-group',
    create: 'New Group',
    edit: 'Edit',
    direct: true,
    panel: ofRecordOrNew('pricing group', (id) => <PricingGroupPanel employerId={employerId} id={id} />),
  })
  const isDefault = (row: PricingGroup) => row.IsDefault && <Tag kind="accent">Default</Tag>
  return (
    <>
      <ListPage
        {...list}
        heading="Pricing Groups"
        noun="pricing groups"
        csv={pricingGroupCsv(employerId)}
        {...pricingGroupListing(employerId)}
        columns={[
          blankColumn,
          {
            key: 'Name',
            title: 'Name',
            kind: 'name',
            sorts: true,
            cell: (row) => <NameAndFact name={name(row)} tag={isDefault(row)} />,
          },
          ...facts,
        ]}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        empty="No results to display."
        narrow={(row) => ({
          title: name(row),
          status: isDefault(row),
          facts: [row.Code],
          end: money(row.PricingOption.Rate),
        })}
      />
      {panels}
    </>
  )
}
