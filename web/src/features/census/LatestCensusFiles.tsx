/** The card of a group's newest census files: how far each has come. While a task is at work it follows by itself. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { momentDate } from '../../lib/format/dates'
import { IconLink } from '../../ui/action/Button'
import { IconChevronRight } from '../../ui/icons'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { latestFiles, type CensusFile } from './queries'
import { FileStatus } from './file/FileStatus'
import { fileNumber } from './words'

const filesPage = '/employers/$employerId/census-files'

export function LatestCensusFiles({ employerId }: { employerId: number }) {
  const query = useQuery(latestFiles(employerId))
  return (
    <Widget
      title="Latest Census Files"
      query={query}
      empty="There are no census files to display."
      action={
        <Link to={filesPage} params={{ employerId }}>
          All Files
        </Link>
      }
    >
      {query.data?.map((file) => (
        <WidgetRow
          key={file.Id}
          title={
            <Link to={filesPage} params={{ employerId }} search={shown(file)}>
              {file.OriginalFileName}
            </Link>
          }
          facts={[fileNumber(file), momentDate(file.UploadDate)].join(' · ')}
          status={<FileStatus file={file} />}
          longStatus
          end={
            <IconLink
              icon={IconChevronRight}
              label={`View Details of ${fileNumber(file)}`}
              to={filesPage}
              params={{ employerId }}
              search={shown(file)}
            />
          }
        />
      ))}
    </Widget>
  )
}

/** The list with this file open. */
function shown({ Id }: CensusFile): { expandedfileid: number } {
  return { expandedfileid: Id }
}
