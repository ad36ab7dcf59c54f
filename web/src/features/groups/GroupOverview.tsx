/** The overview of a group: its counters, its basics, and the cards of other areas that the route puts beside them. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { count } from '../../lib/money'
import { Column, PageBody, Wide } from '../../ui/PageBody'
import { StatStrip } from '../../ui/StatStrip'
import { InfoWidget } from './InfoWidget'
import { memberCount } from './queries'

interface GroupOverviewProps {
  employerId: number
  /** Above the counters: the alerts. */
  above?: ReactNode
  /** The cards below the basics, and those of the second and third column. */
  left?: ReactNode
  middle?: ReactNode
  right?: ReactNode
}

export function GroupOverview({ employerId, above, left, middle, right }: GroupOverviewProps) {
  return (
    <PageBody columns={3}>
      {above && <Wide>{above}</Wide>}
      <Wide>
        <Counters employerId={employerId} />
      </Wide>
      <Column>
        <InfoWidget employerId={employerId} />
        {left}
      </Column>
      {middle && <Column>{middle}</Column>}
      {right && <Column>{right}</Column>}
    </PageBody>
  )
}

function Counters({ employerId }: { employerId: number }) {
  const { data, isPending } = useQuery(memberCount(employerId))
  // What failed to load is an en dash; the header's tabs and lists say why.
  const shown = (number: number | undefined) => (number === undefined ? '–' : count(number))
  return (
    <StatStrip
      waiting={isPending && 'Loading member data...'}
      stats={[
        { label: 'Total Members', short: 'Total', value: shown(data?.TotalMembers) },
        { label: 'Active Members', short: 'Active', value: shown(data?.ActiveMembers) },
        { label: 'In-Active Members', short: 'In-Active', value: shown(data?.InActiveMembers) },
      ]}
    />
  )
}
