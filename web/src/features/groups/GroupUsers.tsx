/** The card of the users who belong to a group. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../session/session'
import { Avatar } from '../../ui/value/Avatar'
import { IconLink } from '../../ui/action/Button'
import { IconPencil } from '../../ui/icons'
import { Inline } from '../../ui/Stack'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { groupUsers } from './queries'

export function GroupUsers({ employerId }: { employerId: number }) {
  const query = useQuery(groupUsers(employerId))
  // Those who may add users have the page of the users, on which the editor is; of a group's users they may not edit each.
  const hasPage = useCan()('AddUsers')
  return (
    <Widget
      title="Group Users"
      query={query}
      empty="There are no users to display."
      action={hasPage && <Link to="/users">All Users</Link>}
    >
      {query.data?.map(({ Id, FullName, Role, MayEdit }) => (
        <WidgetRow
          key={Id}
          title={
            <Inline>
              <Avatar name={FullName} small />
              {FullName}
            </Inline>
          }
          since={Role.Name}
          end={
            hasPage &&
            MayEdit && (
              <IconLink icon={IconPencil} label={`Edit User ${FullName}`} to="/users" search={{ expandeduserid: Id }} />
            )
          }
        />
      ))}
    </Widget>
  )
}
