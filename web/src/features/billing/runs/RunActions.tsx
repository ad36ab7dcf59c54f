/** What can be done with a run: approve what needs no look, create what is approved, or end it. Where it is narrow, the next step stands alone. */
import { useMediaQuery } from '@mantine/hooks'
import { count } from '../../../lib/format/money'
import { Button } from '../../../ui/action/Button'
import { IconCheck, IconReceipt2, IconX } from '../../../ui/icons'
import { RowMenu } from '../../../ui/list/RowMenu'
import { confirmCancelling, confirmCreating, madeBriefly, madeOf } from './approval/approving'
import type { Run } from './queries'
import styles from './RunPage.module.css'
import type { Approving } from './approval/useApproving'
import { isOver, isWaiting, runMonth } from './words'

const approveFirst = 'Approve drafts first.'

export function RunActions({ run, approving }: { run: Run; approving: Approving }) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  if (isOver(run)) return null
  const cancel = { label: 'Cancel Run', icon: IconX, run: () => confirmCancelling(run) }
  const cancelling = (
    <Button icon={cancel.icon} onClick={cancel.run}>
      {cancel.label}
    </Button>
  )
  if (!isWaiting(run)) return cancelling
  const { Approved = 0, ApprovedTakenUp = 0, WithoutExceptions = 0 } = run.Counts ?? {}
  const made = (isNarrow ? madeBriefly : madeOf)({ plans: Approved, takenUp: ApprovedTakenUp })
  const create = {
    label: Approved === 0 ? 'Create snapshots' : `Create ${made}`,
    icon: IconReceipt2,
    run: () => confirmCreating(run),
    blocked: Approved === 0 && approveFirst,
  }
  const approve = {
    label: `Approve ${count(WithoutExceptions)} without exceptions`,
    icon: IconCheck,
    run: () => approving.approveRest(WithoutExceptions),
  }
  const creating = (
    <Button kind="primary" icon={create.icon} disabled={Boolean(create.blocked)} onClick={create.run}>
      {create.label}
    </Button>
  )
  const approvingRest = WithoutExceptions > 0 && (
    <Button icon={approve.icon} busy={approving.busy} onClick={approve.run}>
      {approve.label}
    </Button>
  )
  const why = create.blocked && <span className={styles.why}>{create.blocked}</span>
  if (isNarrow) {
    const approvesNext = Approved === 0 && WithoutExceptions > 0
    const others = [
      ...(approvesNext ? [create] : WithoutExceptions > 0 ? [approve] : []),
      { ...cancel, destroys: true },
    ]
    return (
      <>
        {approvesNext ? approvingRest : creating}
        {!approvesNext && why}
        <RowMenu framed label={`More for ${runMonth(run)}`} actions={others} />
      </>
    )
  }
  return (
    <>
      {why}
      {cancelling}
      {approvingRest}
      {creating}
    </>
  )
}
