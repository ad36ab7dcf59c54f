/** The head of every page of a group: who it is, its tabs, and for those who may, its editor. */
import { useQuery } from '@tanstack/react-query'
import { useCan, type Action } from '../../session/session'
import { EntityHeader } from '../../ui/EntityHeader'
import { IconPencil } from '../../ui/icons'
import { IdChip } from '../../ui/IdChip'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { BrokerLink } from './BrokerLink'
import type { OptionChoice } from './GroupFields'
import { GroupPanel } from './GroupPanel'
import { GroupStatus } from './GroupStatus'
import { group, memberCount, type GroupBasics, type MemberCount } from './queries'

/** A tab of a group. */
export interface GroupTab {
  label: string
  /** The address below the group's own, such as `/members`; empty for the overview. */
  path: string
  /** The pages of a second level, by their address below the tab's own. */
  pages?: readonly { label: string; path: string }[]
  /** Who sees it; absent for a tab that everybody sees. */
  sees?: (can: (action: Action) => boolean, group: GroupBasics) => boolean
  /** Which of the counters stands beside the label. */
  count?: keyof MemberCount
}

const crumbs = [{ label: 'Employer Groups', to: '/employers' }]
const always = () => true

interface GroupHeaderProps {
  employerId: number
  tabs: readonly GroupTab[]
  /** How a pricing option is chosen in the editor. */
  option: OptionChoice
}

export function GroupHeader({ employerId, tabs, option }: GroupHeaderProps) {
  const can = useCan()
  const { open } = usePanels()
  const { data: found } = useQuery(group(employerId))
  const { data: members } = useQuery(memberCount(employerId))
  if (!found) return null
  const mayEdit = can('EditGroups')
  const seen = tabs.filter(({ sees = always }) => sees(can, found))
  return (
    <>
      <EntityHeader
        title={found.Name}
        crumbs={crumbs}
        status={<GroupStatus name={found.StatusName} />}
        facts={
          <>
            <IdChip id={found.GroupId} label="Group ID" />
            <span>
              Broker <BrokerLink broker={found.Broker} />
            </span>
          </>
        }
        actions={mayEdit ? [{ label: 'Edit', icon: IconPencil, run: () => open('group') }] : []}
        tabs={seen.map(({ label, path, pages = [], count }) => ({
          label,
          to: `/employers/${employerId}${path}`,
          exact: path === '',
          pages: pages.map((page) => ({ label: page.label, to: `/employers/${employerId}${path}${page.path}` })),
          ...(count && members ? { count: members[count] } : {}),
        }))}
      />
      {mayEdit && <Panels kinds={{ group: () => <GroupPanel id={employerId} from="header" option={option} /> }} />}
    </>
  )
}
