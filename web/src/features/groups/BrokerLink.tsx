/** A broker's name, leading to its row in the list of brokers for those who see it there: others than administrators only their own
    (rules.md#who-changes-users). */
import { Link } from '@tanstack/react-router'
import { useCan, useMe } from '../../session/session'

export function BrokerLink({ broker: { Id, Name } }: { broker: { Id: number; Name: string } }) {
  const can = useCan()
  const { User } = useMe()
  const sees = can('EditBrokers') || (can('ViewBrokers') && User.Broker?.Id === Id)
  if (!sees) return Name
  return (
    <Link to="/brokers" search={{ q: Name, row: String(Id) }}>
      {Name}
    </Link>
  )
}
