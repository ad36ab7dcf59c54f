/** The members whom a warning of a duplicate is about: of the same name and date of birth (rules.md#duplicate-members), as far as one may
    see them. */
import { useQuery } from '@tanstack/react-query'
import { date } from '../../lib/format/dates'
import { ExternalLink } from '../../ui/action/ExternalLink'
import { Status } from '../../ui/value/StatusDot'
import type { MemberValues } from './memberForm'
import { samePersons, type Member } from './queries'
import styles from './SamePersons.module.css'

interface SamePersonsProps {
  values: Pick<MemberValues, 'FirstName' | 'LastName' | 'DateOfBirth'>
  /** The member that is edited, who is no duplicate of itself. */
  own: number | undefined
}

export function SamePersons({ values, own }: SamePersonsProps) {
  const { data = [] } = useQuery(samePersons(values, own))
  if (data.length === 0) return null
  return (
    <ul className={styles.people} aria-label="Members of this name and date of birth">
      {data.map((found) => (
        <li key={found.Id} className={styles.person}>
          <div className={styles.text}>
            <p>
              <strong>{`${found.LastName}, ${found.FirstName}`}</strong>
              {facts(found)}
            </p>
            <p>{`${found.MemberType} in ${found.EmployerGroup.Name}`}</p>
          </div>
          <Status name={found.StatusName} />
          <ExternalLink href={`/employers/${found.EmployerGroup.Id}/members?q=${encodeURIComponent(found.FullName)}`}>
            View
          </ExternalLink>
        </li>
      ))}
    </ul>
  )
}

function facts({ DateOfBirth, EmployerProvidedId, OtherMemberId }: Member): string {
  return ['', date(DateOfBirth), EmployerProvidedId, OtherMemberId]
    .filter((fact, index) => index === 0 || fact)
    .join(' · ')
}
