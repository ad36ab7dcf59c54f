/** The pricing options of a group: its named rates. Archived ones stay in the list, with a label. */
import { momentDate } from '../../../lib/dates'
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
import { OptionPanel } from './OptionPanel'
import { optionList, type PricingOption } from './queries'

const created = (row: PricingOption) => momentDate(row.CreatedOn)

const facts: readonly Column<PricingOption>[] = [
  { key: 'Rate', title: 'Rate', kind: 'money', sorts: true, cell: (row) => money(row.Rate) },
  { key: 'CreatedOn', title: 'Date', kind: 'date', sorts: true, cell: created },
]

export function OptionsPage({ employerId }: { employerId: number }) {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditBilling')
  const edit = (row: PricingOption) => [{ label: 'Edit', icon: IconPencil, run: () => open('pricing', row.Id) }]
  const name = (row: PricingOption) => (mayEdit ? <RowButton onClick={() => open('pricing', row.Id)}>{row.Name}</RowButton> : row.Name)
  const archived = (row: PricingOption) => row.IsArchived && <Tag>Archived</Tag>
  return (
    <>
      <ListPage
        noun="pricing options"
        list={optionList(employerId)}
        defaults={{ PerPage: 25, OrderBy: 'Id' }}
        columns={[{ key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => <NameAndFact name={name(row)} tag={archived(row)} /> }, ...facts]}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        {...(mayEdit ? { rowActions: edit } : {})}
        actions={
          mayEdit && (
            <Button kind="primary" icon={IconPlus} onClick={() => open('pricing')}>
              New Option
            </Button>
          )
        }
        empty="No results to display."
        narrow={(row) => ({ title: name(row), status: archived(row), facts: [created(row)], end: money(row.Rate) })}
      />
      {mayEdit && <Panels kinds={{ pricing: (id) => <OptionPanel employerId={employerId} id={panelId(id)} /> }} />}
    </>
  )
}
