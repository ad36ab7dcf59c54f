/** The links between a file of several groups and the files that it was split into. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Detail } from '../../../ui/value/Details'
import { Widget, WidgetRow } from '../../../ui/page/Widget'
import { fileAddress } from '../addresses'
import { FileStatus } from './FileStatus'
import { file as fileQuery, partsOf, partsTerm, type CensusFile } from '../queries'
import { fileNumber, groupName } from '../words'

export function FileParts({ file }: { file: CensusFile }) {
  const query = useQuery(partsOf(file))
  return (
    <Widget
      title="Files of the groups"
      query={query}
      empty="None of the newest files is a part of this one."
      action={
        <Link to="/census-files" search={{ q: partsTerm(file) }}>
          All Files
        </Link>
      }
    >
      {query.data?.map((part) => (
        <WidgetRow
          key={part.Id}
          title={<Link to={fileAddress(part.Id)}>{groupName(part)}</Link>}
          facts={fileNumber(part)}
          status={<FileStatus file={part} />}
          longStatus
        />
      ))}
    </Widget>
  )
}

/** The file that a part is of, as a fact about it; nothing for who may not see that one. */
export function useWhole({ ParentFileId: id }: Pick<CensusFile, 'ParentFileId'>): readonly Detail[] {
  const { data: whole } = useQuery({ ...fileQuery(id ?? 0), enabled: Boolean(id) })
  return whole ? [{ term: 'Part of', value: <Link to={fileAddress(whole.Id)}>{whole.OriginalFileName}</Link> }] : []
}
