/** The card of a member's family: the employee, then the dependents, each with the way to its page. */
import { useQuery } from '@tanstack/react-query'
import { date } from '../../../lib/format/dates'
import { MemberLink } from '../../../ui/action/RowLink'
import { Widget, WidgetRow } from '../../../ui/page/Widget'
import { Status } from '../../../ui/value/StatusDot'
import { family } from './queries'

export function Family({ id }: { id: number }) {
  const query = useQuery(family(id))
  const others = query.data?.filter((one) => one.Id !== id)
  return (
    <Widget title="Family" query={{ ...query, data: others }} empty="Nobody else of the family is on the roster.">
      {others?.map(({ Id, EmployerId, FullName, DateOfBirth, MemberType, StatusName }) => (
        <WidgetRow
          key={Id}
          title={
            <MemberLink group={EmployerId} id={Id}>
              {FullName}
            </MemberLink>
          }
          facts={[MemberType, date(DateOfBirth)].join(' · ')}
          status={<Status name={StatusName} />}
        />
      ))}
    </Widget>
  )
}
