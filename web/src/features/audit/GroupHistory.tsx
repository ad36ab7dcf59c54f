/** The History tab of a group. */
import { PageBody } from '../../ui/page/PageBody'
import { HistoryList } from './HistoryList'

export function GroupHistory({ employerId }: { employerId: number }) {
  return (
    <PageBody>
      <HistoryList subject="group" id={employerId} />
    </PageBody>
  )
}
