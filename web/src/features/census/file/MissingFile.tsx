/** Said of a census file that is not there, or is not one's own to see: asking again would not find it. */
import { AddressButton } from '../../../ui/action/Button'
import { IconFileSpreadsheet } from '../../../ui/icons'
import { PageHeader } from '../../../ui/page/PageHeader'
import { EmptyState } from '../../../ui/state/EmptyState'

export function MissingFile() {
  return (
    <>
      <PageHeader title="File" crumbs={[{ label: 'Census Files', to: '/census-files' }]} />
      <EmptyState
        icon={IconFileSpreadsheet}
        title="There is no such census file"
        action={
          <AddressButton small to="/census-files">
            Go to Census Files
          </AddressButton>
        }
      >
        It may have been deleted, or it belongs to a group that you do not see.
      </EmptyState>
    </>
  )
}
