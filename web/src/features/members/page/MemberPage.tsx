/** The page of one member: who it is, its family, its status over time, what was billed for it, and what changed. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { IconArrowBackUp, IconPencil, IconUserCheck, IconUserOff } from '../../../ui/icons'
import { useKeys } from '../../../ui/keys/useKeys'
import { Column, PageBody, Wide } from '../../../ui/page/PageBody'
import { PageHeader } from '../../../ui/page/PageHeader'
import { PageSteps, StepsToPages } from '../../../ui/page/PageSteps'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { useHistoryPart } from '../../../ui/panel/HistoryPart'
import { ofRecord } from '../../../ui/panel/ofRecord'
import { Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { Answered } from '../../../ui/state/Answered'
import { Note } from '../../../ui/state/Note'
import { Status } from '../../../ui/value/StatusDot'
import { isLocked, lockedText, type Employer } from '../employer'
import { StatusHistory } from '../MemberDetail'
import { MemberPanel } from '../MemberPanel'
import { member, type Member } from '../queries'
import { changeNames, changeOffered } from '../status/status'
import { StatusPanel } from '../status/StatusPanel'
import { BilledMonths } from './BilledMonths'
import { Family } from './Family'
import { MemberFacts } from './MemberFacts'
import { neighbours } from './queries'

interface MemberPageProps {
  employer: Employer
  id: number
  /** Whether the reader sees the invoices of the group. */
  seesBills: boolean
  /** What is drawn for a member of another group. */
  missing: ReactNode
}

export function MemberPage({ employer, id, seesBills, missing }: MemberPageProps) {
  const query = useQuery(member(id))
  const drawHistory = useHistoryPart()
  return (
    <Answered query={query} what="the member">
      {(found) =>
        found.EmployerId !== employer.Id ? (
          missing
        ) : (
          <>
            <Head employer={employer} found={found} />
            <PageBody columns={3}>
              {isLocked(employer) && (
                <Wide>
                  <Note kind="warn">{lockedText}</Note>
                </Wide>
              )}
              <Column>
                <MemberFacts member={found} />
              </Column>
              <Column>
                <Family id={id} />
                <Widget title="Status">
                  <WidgetPart>
                    <StatusHistory changes={found.StatusHistory} />
                  </WidgetPart>
                </Widget>
                {seesBills && <BilledMonths id={id} />}
              </Column>
              {drawHistory && (
                <Column>
                  <Widget title="History">
                    <WidgetPart>{drawHistory({ subject: 'member', id })}</WidgetPart>
                  </Widget>
                </Column>
              )}
            </PageBody>
            <Editors employer={employer} />
          </>
        )
      }
    </Answered>
  )
}

const changeIcons = { terminate: IconUserOff, activate: IconUserCheck, undo: IconArrowBackUp } as const

/** The ways to the members before and after one in the roster of the group. */
function StepsInRoster({ group, id }: { group: string; id: number }) {
  const { data } = useQuery(neighbours(id))
  const page = (beside: number | null | undefined) => (beside ? `${group}/members/${beside}` : undefined)
  return <StepsToPages previous={page(data?.PreviousId)} next={page(data?.NextId)} />
}

function Head({ employer, found }: { employer: Employer; found: Member }) {
  const { open } = usePanels()
  const mayEdit = useCan()('EditMembers')
  const edit = () => open('member', found.Id)
  useKeys('This page', mayEdit ? [{ keys: 'E', says: 'Edit Member', run: edit }] : [])
  const change = changeOffered(found.Status)
  const group = `/employers/${employer.Id}`
  return (
    <PageHeader
      title={found.FullName}
      crumbs={[
        { label: 'Employer Groups', to: '/employers' },
        { label: employer.Name, to: group },
        { label: 'Members', to: `${group}/members` },
      ]}
      beside={<Status name={found.StatusName} />}
      actions={
        <>
          <PageSteps otherwise={<StepsInRoster group={group} id={found.Id} />} />
          {mayEdit && (
            <>
              <Button icon={changeIcons[change]} onClick={() => open('member-status', found.Id)}>
                {changeNames[change]}
              </Button>
              <Button kind="primary" icon={IconPencil} onClick={edit}>
                Edit Member
              </Button>
            </>
          )}
        </>
      }
    />
  )
}

function Editors({ employer }: { employer: Employer }) {
  if (!useCan()('EditMembers')) return null
  return (
    <Panels
      kinds={{
        member: ofRecord('member', (id) => <MemberPanel employer={employer} id={id} />),
        'member-status': ofRecord('member', (id) => <StatusPanel employer={employer} id={id} />),
      }}
    />
  )
}
