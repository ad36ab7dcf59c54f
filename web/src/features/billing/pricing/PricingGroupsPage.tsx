/** The pricing groups of a group: coded sets of members that use one pricing option. One of them is the default. */
import { money } from '../../../lib/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/Button'
import { IconPencil, IconPlus } from '../../../ui/icons'
import type { Column } from '../../../ui/list/columns'
import { ListPage } from '../../../ui/list/ListPage'
import { NameAndFact } from '../../../ui/NameAndFact'
import { panelId, Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { RowButton } from '../../../ui/RowLink'
import { Tag } from '../../../ui/Tag'
import { PricingGroupPanel } from './PricingGroupPanel'
import { pricingGroupList, type PricingGroup } from './queries'

const facts: readonly Column<PricingGroup>[] = [
  { key: 'Code', title: 'Code', sorts: true, cell: (row) => row.Code },
  { key: 'Price', title: 'Price', kind: 'money', sorts: true, cell: (row) => money(row.PricingOption.Rate) },
]

export function PricingGroupsPage({ employerId }: { employerId: number }) {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditBilling')
  const edit = (row: PricingGroup) => [{ label: 'Edit', icon: IconPencil, run: () => open('pricing-group', row.Id) }]
  const name = (row: PricingGroup) => (mayEdit ? <RowButton onClick={() => open('pricing-group', row.Id)}>{row.Name}</RowButton> : row.Name)
  const isDefault = (row: PricingGroup) => row.IsDefault && <Tag kind="accent">Default</Tag>
  return (
    <>
      <ListPage
        noun="pricing groups"
        list={pricingGroupList(employerId)}
        defaults={{ PerPage: 25, OrderBy: 'Id' }}
        columns={[{ key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => <NameAndFact name={name(row)} tag={isDefault(row)} /> }, ...facts]}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        {...(mayEdit ? { rowActions: edit } : {})}
        actions={
          mayEdit && (
            <Button kind="primary" icon={IconPlus} onClick={() => open('pricing-group')}>
              New Group
            </Button>
          )
        }
        empty="No results to display."
        narrow={(row) => ({ title: name(row), status: isDefault(row), facts: [row.Code], end: money(row.PricingOption.Rate) })}
      />
      {mayEdit && <Panels kinds={{ 'pricing-group': (id) => <PricingGroupPanel employerId={employerId} id={panelId(id)} /> }} />}
    </>
  )
}
