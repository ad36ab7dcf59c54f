/** What can be done with a run: approve what needs no look, create what is approved, or end it. */
import { count, counted } from '../../../lib/money'
import { Button } from '../../../ui/Button'
import { IconCheck, IconReceipt2, IconX } from '../../../ui/icons'
import { confirmCancelling, confirmCreating } from './approving'
import type { Run } from './queries'
import styles from './RunPage.module.css'
import type { Approving } from './useApproving'
import { isOver, isWaiting } from './words'

export function RunActions({ run, approving }: { run: Run; approving: Approving }) {
  if (isOver(run)) return null
  const cancel = (
    <Button icon={IconX} onClick={() => confirmCancelling(run)}>
      Cancel Run
    </Button>
  )
  if (!isWaiting(run)) return cancel
  const { Approved = 0, WithoutExceptions = 0 } = run.Counts ?? {}
  return (
    <>
      {Approved === 0 && <span className={styles.why}>Approve drafts first.</span>}
      {cancel}
      {WithoutExceptions > 0 && (
        <Button icon={IconCheck} busy={approving.busy} onClick={() => approving.approveRest(WithoutExceptions)}>
          Approve {count(WithoutExceptions)} without exceptions
        </Button>
      )}
      <Button kind="primary" icon={IconReceipt2} disabled={Approved === 0} onClick={() => confirmCreating(run)}>
        {Approved === 0 ? 'Create snapshots' : `Create ${counted(Approved, 'snapshot')}`}
      </Button>
    </>
  )
}
