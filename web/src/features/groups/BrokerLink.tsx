/** A broker's name, leading to its row in the list of brokers for those who may see it. */
import { Link } from '@tanstack/react-router'
import { useCan } from '../../session/session'

export function BrokerLink({ broker: { Id, Name } }: { broker: { Id: number; Name: string } }) {
  const can = useCan()
  if (!can('ViewBrokers')) return Name
  return (
    <Link to="/brokers" search={{ q: Name, row: String(Id) }}>
      {Name}
    </Link>
  )
}
