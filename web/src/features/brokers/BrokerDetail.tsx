/** The expanded row of a broker: its groups and its users, each with a filter. */
import { useQuery } from '@tanstack/react-query'
import { FilteredList, SideBySide } from '../../ui/table/FilteredList'
import { brokerEmployers, brokerUsers } from './queries'

export function BrokerDetail({ id }: { id: number }) {
  const employers = useQuery(brokerEmployers(id))
  const users = useQuery(brokerUsers(id))
  return (
    <SideBySide>
      <FilteredList
        title="Employer Groups"
        query={employers}
        rowId={(group) => group.Id}
        name={(group) => group.Name}
        fact={(group) => group.GroupId}
      />
      <FilteredList
        title="Users"
        query={users}
        rowId={(user) => user.Id}
        name={(user) => user.FullName}
        fact={(user) => user.Email}
      />
    </SideBySide>
  )
}
