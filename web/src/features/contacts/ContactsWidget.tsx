/** The card of a group's contacts: whom to call or write to about what. */
import { useQuery } from '@tanstack/react-query'
import { contacts } from '../../api/choices'
import { useCan } from '../../session/session'
import { IconButton, MailLink } from '../../ui/action/Button'
import { IconPencil, IconPlus } from '../../ui/icons'
import { usePanels } from '../../ui/panel/usePanels'
import { Inline } from '../../ui/Stack'
import { Tag } from '../../ui/value/Tag'
import { Widget, WidgetRow } from '../../ui/page/Widget'

interface ContactsWidgetProps {
  employerId: number
  /** What a contact is responsible for, by its id: `HR`. */
  roles: Readonly<Record<number, string>>
}

/** Its panel is the group's, since the header opens it too. */
export function ContactsWidget({ employerId, roles }: ContactsWidgetProps) {
  const query = useQuery(contacts(employerId))
  const { open } = usePanels()
  const mayEdit = useCan()('EditContacts')
  return (
    <Widget
      title="Contacts"
      query={query}
      empty="There are no contacts for this group."
      action={mayEdit && <IconButton small icon={IconPlus} label="Add Contact" onClick={() => open('contact')} />}
    >
      {query.data?.map(({ Id, Name, Department, EmailAddress, Active }) => (
        <WidgetRow
          key={Id}
          title={Name}
          facts={Department}
          end={
            <Inline>
              {roles[Id] && <Tag>{roles[Id]}</Tag>}
              {!Active && <Tag>Inactive</Tag>}
              {EmailAddress && <MailLink address={EmailAddress} label={`Write to ${Name}`} />}
              {mayEdit && (
                <IconButton small icon={IconPencil} label={`Edit ${Name}`} onClick={() => open('contact', Id)} />
              )}
            </Inline>
          }
        />
      ))}
    </Widget>
  )
}
