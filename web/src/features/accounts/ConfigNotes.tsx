/** What stands above the settings of an account: tokens that are about to expire, and the test of the connection. */
import { Stack } from '../../ui/Stack'
import { ConnectionTestNote, type ConnectionTest } from './ConnectionTest'
import type { Account } from './queries'
import { ExpiryNote, renewing } from './TokenExpiry'

interface ConfigNotesProps {
  account: Account
  /** Absent while there is no configuration to test. */
  test: ConnectionTest | undefined
  dirty: boolean
}

export function ConfigNotes({ account, test, dirty }: ConfigNotesProps) {
  return (
    <Stack>
      <ExpiryNote expiry={account.TokenExpiry} todo={renewing} />
      {test && <ConnectionTestNote test={test} dirty={dirty} />}
    </Stack>
  )
}
