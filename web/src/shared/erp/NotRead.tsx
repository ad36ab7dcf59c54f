/** Above a list of invoices: the ERP accounts that could not be read, since when what the list shows may be old. */
import { useQuery } from '@tanstack/react-query'
import { moment } from '../../lib/format/dates'
import { counted } from '../../lib/format/money'
import { useCan } from '../../session/session'
import { Note } from '../../ui/state/Note'
import { Stack } from '../../ui/Stack'
import { failedReads } from './queries'

export function NotRead() {
  const sees = useCan()('ViewBilling')
  const { data = [] } = useQuery({ ...failedReads, enabled: sees })
  if (data.length === 0) return null
  return (
    <Stack>
      {data.map(({ ApiServiceId, Name, Documents, FailedOn, Message }) => (
        <Note
          key={ApiServiceId}
          kind="warn"
          title={`${counted(Documents, 'invoice')} of ${Name} could not be read, last on ${moment(FailedOn)}.`}
        >
          {Message.replace(/\.?$/, '.')} What is shown of them was read before that, and other invoices of the account
          may be as old. All are asked for again every two hours.
        </Note>
      ))}
    </Stack>
  )
}
