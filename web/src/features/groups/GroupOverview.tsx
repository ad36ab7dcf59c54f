/** The overview of a group: its counters, its basics, and the cards of other areas that the route puts beside them. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { count } from '../../lib/format/money'
import { useCan } from '../../session/session'
import { FailureNote, NotRefreshed } from '../../ui/state/Answered'
import { Column, PageBody, Wide } from '../../ui/page/PageBody'
import { StatStrip } from '../../ui/page/StatStrip'
import { GroupFigures } from './figures/GroupFigures'
import { groupFigures } from './figures/queries'
import { Standing } from './figures/Standing'
import { movedText } from './figures/words'
import { InfoWidget } from './InfoWidget'
import { kindsText, pendingText } from './memberWords'
import { memberCount, memberKinds } from './queries'
import { SetupChecklist } from './setup/SetupChecklist'

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
  const can = useCan()
  return (
    <PageBody columns={3}>
      {above && <Wide>{above}</Wide>}
      {can('EditGroups') && (
        <Wide>
          <SetupChecklist employerId={employerId} mayAddContacts={can('EditContacts')} />
        </Wide>
      )}
      <Wide>
        <Counters employerId={employerId} />
      </Wide>
      <Wide>
        <Standing employerId={employerId} />
      </Wide>
      <Wide>
        <GroupFigures employerId={employerId} />
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
  const query = useQuery(memberCount(employerId))
  const { data } = query
  const { data: figures } = useQuery(groupFigures(employerId))
  const { data: kinds } = useQuery({ ...memberKinds(employerId), enabled: useCan()('ViewMembers') })
  if (!data && query.isError) return <FailureNote query={query} title="The member counts did not load." />
  return (
    <>
      <NotRefreshed query={query} flush />
      <StatStrip
        wordy
        waiting={!data && 'Loading member data...'}
        stats={[
          {
            label: 'Total Members',
            short: 'Total',
            value: data && count(data.TotalMembers),
            says: data && kinds && kindsText(data, kinds),
          },
          {
            label: 'Active Members',
            short: 'Active',
            value: data && count(data.ActiveMembers),
            says: [figures && movedText(figures.Months), kinds && pendingText(kinds.PendingInActive, 'In-Active')]
              .filter(Boolean)
              .join('; '),
          },
          {
            label: 'In-Active Members',
            short: 'In-Active',
            value: data && count(data.InActiveMembers),
            says: kinds && pendingText(kinds.PendingActive, 'Active'),
          },
        ]}
      />
    </>
  )
}
