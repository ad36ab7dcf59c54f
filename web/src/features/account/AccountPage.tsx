/** One's own account: who one is, the password, the second factor, the sessions that are open, and the keys of programs. */
import { useMe } from '../../session/session'
import { Button } from '../../ui/action/Button'
import { Details } from '../../ui/value/Details'
import { Note } from '../../ui/state/Note'
import { Column, PageBody, Wide } from '../../ui/page/PageBody'
import { PageHeader } from '../../ui/page/PageHeader'
import { ofNewRecord } from '../../ui/panel/ofRecord'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { Widget } from '../../ui/page/Widget'
import { AccessKeyPanel, AccessKeys } from './AccessKeys'
import { ChangePasswordPanel } from './ChangePasswordPanel'
import { OwnDetailsPanel } from './OwnDetailsPanel'
import { OwnSessions } from './OwnSessions'
import { NewRecoveryCodesPanel, SecondFactorPanel, TurnOffPanel } from './SecondFactorPanels'
import { SecondFactorWidget } from './SecondFactorWidget'
import { WorkDigestWidget } from './WorkDigestWidget'

const panels = {
  password: () => <ChangePasswordPanel />,
  details: () => <OwnDetailsPanel />,
  'second-factor': () => <SecondFactorPanel />,
  'second-factor-off': () => <TurnOffPanel />,
  'recovery-codes': () => <NewRecoveryCodesPanel />,
  key: ofNewRecord('access key', () => <AccessKeyPanel />),
}

export function AccountPage() {
  const { User, Impersonator } = useMe()
  const isOwn = !Impersonator
  return (
    <>
      <PageHeader title="Your account" />
      <PageBody columns={2}>
        {!isOwn && (
          <Wide>
            <Note kind="warn" title={`This is the account of ${User.FullName}.`}>
              Its password, second factor and access keys cannot be changed while you act as somebody else.
            </Note>
          </Wide>
        )}
        <Column>
          <You isOwn={isOwn} />
          <SecondFactorWidget isOwn={isOwn} />
          <WorkDigestWidget isOwn={isOwn} />
        </Column>
        <Column>
          <OwnSessions isOwn={isOwn} />
          <AccessKeys isOwn={isOwn} />
        </Column>
      </PageBody>
      <Panels kinds={isOwn ? panels : {}} />
    </>
  )
}

function You({ isOwn }: { isOwn: boolean }) {
  const { User } = useMe()
  const { open } = usePanels()
  const actions = (
    <>
      <Button small onClick={() => open('details')}>
        Edit
      </Button>
      <Button small onClick={() => open('password')}>
        Change password
      </Button>
    </>
  )
  return (
    <Widget title="You" action={isOwn && actions}>
      <Details
        items={[
          { term: 'Name', value: User.FullName },
          { term: 'Email address', value: User.Email },
          { term: 'Role', value: User.RoleName },
          { term: 'Broker', value: User.Broker?.Name },
        ]}
      />
    </Widget>
  )
}
