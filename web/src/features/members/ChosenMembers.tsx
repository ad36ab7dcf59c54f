/** What can be done with chosen members: downloading them, and where the group is served, changing their status. */
import { download } from '../../api/downloads'
import { DownloadButton } from '../../ui/action/DownloadButton'
import { IconFileTypeCsv, IconUserCheck, IconUserOff } from '../../ui/icons'
import { RowMenu } from '../../ui/list/RowMenu'
import { chosenMembersCsv, type Member } from './queries'
import { concernedBy, type ChosenChange } from './status/changingChosen'
import { askAboutChosen } from './status/ChosenStatusPanel'

interface ChosenMembersProps {
  chosen: readonly Member[]
  clear: () => void
  /** Whether their status may be changed. */
  mayChange: boolean
}

export function ChosenMembers({ chosen, clear, mayChange }: ChosenMembersProps) {
  const action = (change: ChosenChange) => ({
    label: change === 'terminate' ? 'Terminate Members' : 'Activate Members',
    icon: change === 'terminate' ? IconUserOff : IconUserCheck,
    destroys: change === 'terminate',
    blocked: concernedBy(change, chosen).length === 0 && `None of the chosen is ${statuses[change]}.`,
    run: () => askAboutChosen({ change, chosen, clear }),
  })
  return (
    <>
      <DownloadButton icon={IconFileTypeCsv} get={() => download(chosenMembersCsv(chosen))}>
        Download CSV
      </DownloadButton>
      {mayChange && (
        <RowMenu
          framed
          text="Change Status"
          label="Change the status of the chosen members"
          actions={[action('activate'), action('terminate')]}
        />
      )}
    </>
  )
}

const statuses: Readonly<Record<ChosenChange, string>> = { terminate: 'Active', activate: 'In-Active' }
