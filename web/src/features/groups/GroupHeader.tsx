/** The head of every page of a group: who it is, its tabs, and for those who may, what can be done to it. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCan, type Action } from '../../session/session'
import { EntityHeader, type EntityTab } from '../../ui/page/EntityHeader'
import type { HeaderAction } from '../../ui/action/HeaderActions'
import { IconBan, IconDownload, IconNote, IconPencil, IconShieldCheck, IconUserPlus } from '../../ui/icons'
import { IdChip } from '../../ui/value/IdChip'
import { Panels } from '../../ui/panel/Panels'
import { usePanels, type PanelActions } from '../../ui/panel/usePanels'
import { BrokerLink } from './BrokerLink'
import { SyncPanel, TerminatePanel } from './GroupActions'
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
  /** The pages of a tab that opens to several, by their address below the tab's own. */
  entries?: readonly { label: string; path: string }[]
  /** Who sees it; absent for a tab that everybody sees. */
  sees?: (can: (action: Action) => boolean, group: GroupBasics) => boolean
  /** Which of the counters stands beside the label. */
  count?: keyof MemberCount
}

const crumbs = [{ label: 'Employer Groups', to: '/employers' }]
const always = () => true
const inactive = 1

interface GroupHeaderProps {
  employerId: number
  tabs: readonly GroupTab[]
  /** Beside the facts: how many alerts there are, and the way back to the checklist of a new group. */
  beside?: ReactNode
  /** How a pricing option is chosen in the editor. */
  option: OptionChoice
  /** Whether a census file of the group waits whose rows were judged already. */
  fileWaits?: boolean | undefined
}

export function GroupHeader({ employerId, tabs, beside, option, fileWaits = false }: GroupHeaderProps) {
  const can = useCan()
  const panels = usePanels()
  const { data: found } = useQuery(group(employerId))
  const { data: members } = useQuery(memberCount(employerId))
  if (!found) return null
  const mayEdit = can('EditGroups')
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
            {beside}
          </>
        }
        actions={mayEdit ? actionsOf(found, panels, can) : []}
        tabs={tabs.filter(({ sees = always }) => sees(can, found)).map((tab) => tabOf(tab, employerId, members))}
      />
      {mayEdit && (
        <Panels
          kinds={{
            group: () => <GroupPanel id={employerId} from="header" option={option} fileWaits={fileWaits} />,
            'sync-insurance': () => <SyncPanel employerId={employerId} />,
            'terminate-group': () => <TerminatePanel employerId={employerId} />,
          }}
        />
      )}
    </>
  )
}

/** A tab as its group shows it; without a number where the counters did not load. */
function tabOf(
  { label, path, pages = [], entries, count }: GroupTab,
  employerId: number,
  members: MemberCount | undefined,
): EntityTab {
  const to = `/employers/${employerId}${path}`
  const below = (page: { label: string; path: string }) => ({ label: page.label, to: `${to}${page.path}` })
  return {
    label,
    to,
    exact: path === '',
    pages: pages.map(below),
    ...(entries ? { entries: entries.map(below) } : {}),
    ...(count && members ? { count: members[count] } : {}),
  }
}

/** The administrators' actions. The panels of contacts, notes and the download are put beside the header by the route. */
function actionsOf({ Status }: GroupBasics, { open }: PanelActions, can: (action: Action) => boolean): HeaderAction[] {
  return [
    { label: 'Download Census', icon: IconDownload, run: () => open('census-download') },
    { label: 'Edit', icon: IconPencil, edits: true, run: () => open('group') },
    ...(can('EditContacts')
      ? [{ label: 'Add Contact', icon: IconUserPlus, inMenu: true, run: () => open('contact') }]
      : []),
    ...(can('EditNotes') ? [{ label: 'Add Note', icon: IconNote, inMenu: true, run: () => open('note') }] : []),
    { label: 'Sync Insurance', icon: IconShieldCheck, inMenu: true, run: () => open('sync-insurance') },
    {
      label: 'Terminate Group',
      icon: IconBan,
      destroys: true,
      blocked: Status === inactive && 'This group is in-active already.',
      run: () => open('terminate-group'),
    },
  ]
}
