/** The census files of a group, or of all: a list that follows runs by itself, whose rows open to the file's tasks. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { download, templateBookHref } from '../../api/downloads'
import { momentDate } from '../../lib/format/dates'
import { counted } from '../../lib/format/money'
import { recordId } from '../../lib/recordId'
import { useCan } from '../../session/session'
import { groupFilter } from '../../shared/groupFilter'
import { Button } from '../../ui/action/Button'
import { DownloadButton } from '../../ui/action/DownloadButton'
import {
  IconArrowBackUp,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconPlayerPlay,
  IconTrash,
  IconUpload,
} from '../../ui/icons'
import type { Column, RowAction } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { filterOptions } from '../../ui/list/filterOptions'
import { ListPage } from '../../ui/list/ListPage'
import { RowMenu } from '../../ui/list/RowMenu'
import { NameAndFact } from '../../ui/value/NameAndFact'
import { usePanels } from '../../ui/panel/usePanels'
import { AddressLink } from '../../ui/action/RowLink'
import { Tag } from '../../ui/value/Tag'
import { orNotice } from '../../ui/toast/toasts'
import { FileDetail } from './file/FileDetail'
import { FileErrors } from './file/FileErrors'
import { FileStatus } from './file/FileStatus'
import { askToDelete } from './file/deleting'
import { fileAddress, groupAddress, processId } from './addresses'
import { useProcessFile } from './asking/seen'
import { CensusPanels } from './CensusPanels'
import { isEligible, isTaken, whyIgnored } from './tasks/eligibility'
import { originalHref, originalsHref, templateHref } from './downloads'
import { employer, fileCsv, fileListing, uploaderChoices, type CensusFile } from './queries'
import { fileNumber, groupName } from './words'

const fileColumn: Column<CensusFile> = {
  key: 'File',
  title: 'File',
  kind: 'name',
  size: 'large',
  sorts: true,
  cell: (row) => (
    <NameAndFact
      name={<AddressLink to={fileAddress(row.Id)}>{row.OriginalFileName}</AddressLink>}
      fact={fileNumber(row)}
    />
  ),
}

const groupColumn: Column<CensusFile> = {
  key: 'EmployerGroup',
  title: 'Employer Group',
  sorts: true,
  cell: (row) =>
    row.EmployerGroup ? (
      <AddressLink to={groupAddress(row.EmployerGroup.Id)}>{row.EmployerGroup.Name}</AddressLink>
    ) : (
      row.IsMultiGroup && <Tag>Multi-group</Tag>
    ),
}

const otherColumns: readonly Column<CensusFile>[] = [
  {
    key: 'Status',
    title: 'Status',
    kind: 'status',
    size: 'large',
    sorts: true,
    cell: (row) => <NameAndFact name={<FileStatus file={row} />} tag={<FileErrors file={row} />} />,
  },
  { key: 'UploadDate', title: 'Upload Date', kind: 'date', sorts: true, cell: (row) => momentDate(row.UploadDate) },
  { key: 'UploadedBy', title: 'Uploaded By', size: 'small', sorts: true, cell: (row) => row.UploadedBy.FullName },
]

const masterColumns = [fileColumn, groupColumn, ...otherColumns]
const groupColumns = [fileColumn, ...otherColumns]

/** The statuses of a file by their numbers (rules.md#file-statuses). */
const statuses = ['Uploaded', 'Queued', 'Processing', 'Needs Attention', 'Errors', 'Completed', 'Failed']

const filters: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: statuses.map((label, number) => ({ value: String(number), label })),
  },
  { name: 'ready', label: 'Only files ready for processing' },
  { name: 'errors', label: 'Only files with errors' },
  { name: 'from', label: 'Uploaded from', day: true, upTo: 'to' },
  { name: 'to', label: 'Uploaded to', day: true },
]

function filtersFor(employerId: number | undefined): readonly Filter[] {
  const uploaders = filterOptions(uploaderChoices(employerId), ({ Id, Name }) => ({ value: Id, label: Name }))
  const uploader = { name: 'uploader', label: 'Uploaded by', options: uploaders }
  return employerId === undefined ? [...filters, uploader, groupFilter] : [...filters, uploader]
}

interface CensusFilesPageProps {
  /** The group whose files they are; absent for all groups. */
  employerId?: number | undefined
}

export function CensusFilesPage({ employerId }: CensusFilesPageProps) {
  const can = useCan()
  const { open } = usePanels()
  const actionsOf = useRowActions()
  const opened = useOpenedFile()
  const clearChosen = useRef<() => void>(undefined)
  const mayEdit = can('EditCensus')
  const group = useQuery({ ...employer(employerId ?? 0), enabled: mayEdit && employerId !== undefined })
  // A file of a group that is not served could never be processed.
  const mayUpload = mayEdit && group.data?.StatusName !== 'In-Active'
  const process = (rows: readonly CensusFile[], clear: () => void) => {
    clearChosen.current = clear
    open('process', processId(rows.map(({ Id }) => Id)))
  }
  return (
    <>
      <ListPage<CensusFile>
        {...(employerId === undefined ? { title: 'Files' } : { heading: 'Files' })}
        noun="files"
        csv={fileCsv(employerId)}
        {...fileListing(employerId, opened)}
        columns={employerId === undefined ? masterColumns : groupColumns}
        rowId={(row) => row.Id}
        rowName={fileNumber}
        recordPage={(row) => fileAddress(row.Id)}
        rowActions={actionsOf}
        expanded={(row) => <FileDetail id={row.Id} inRow />}
        ofPage={['expandedfileid']}
        filters={filtersFor(employerId)}
        {...(mayEdit
          ? {
              selection: {
                allowed: (row) => (row.IsMultiGroup ? null : true),
                bar: (rows, clear) => chosenBar(rows, () => process(rows, clear)),
              },
            }
          : {})}
        actions={
          <>
            <DownloadButton get={() => download(templateHref)} icon={IconDownload}>
              Download Template
            </DownloadButton>
            <RowMenu framed label="Other templates" actions={otherTemplates} />
            {mayUpload && (
              <Button kind="primary" icon={IconUpload} onClick={() => open('census-upload', employerId)}>
                Upload
              </Button>
            )}
          </>
        }
        empty="No results to display."
        narrow={(row) => ({
          title: <AddressLink to={fileAddress(row.Id)}>{row.OriginalFileName}</AddressLink>,
          status: <FileStatus file={row} />,
          facts: [fileNumber(row), momentDate(row.UploadDate), employerId === undefined && groupName(row)],
          end: <FileErrors file={row} />,
        })}
      />
      <CensusPanels onProcessed={() => clearChosen.current?.()} />
    </>
  )
}

/** The template with example rows and a sheet of the allowed values, for those who fill it in by hand. */
const otherTemplates: readonly RowAction[] = [
  {
    label: 'Template as Workbook, with Examples',
    icon: IconFileSpreadsheet,
    run: () => orNotice(download(templateBookHref)),
  },
]

/** The file that the address names when the page is opened: it stands on the first page, wherever it would stand otherwise. */
function useOpenedFile(): number | undefined {
  // As the route reads the address, which may still name the file in another way.
  const { row } = useSearch({ strict: false })
  const [opened] = useState(() => recordId(String(row)))
  return opened
}

function chosenBar(rows: readonly CensusFile[], run: () => void) {
  const ready = rows.filter(isTaken).length
  const rest = rows.length - ready
  const says = `${ready} can be processed${rest > 0 ? `, ${rest} cannot: ${whyNot(rows.filter((row) => !isTaken(row)))}` : ''}`
  return {
    says,
    actions: (
      <>
        <DownloadButton get={() => download(originalsHref(rows))} icon={IconDownload}>
          Download Originals
        </DownloadButton>
        <Button kind="primary" icon={IconPlayerPlay} onClick={run}>
          {ready > 0 ? `Process ${counted(ready, 'file')}` : 'Process'}
        </Button>
      </>
    ),
  }
}

/** The reasons why files are not processed, each once; of several reasons with the number of its files. */
export function whyNot(files: readonly CensusFile[]): string {
  const numbers = new Map<string, number>()
  for (const file of files) {
    const why = whyIgnored(file).replace(/\.$/, '')
    numbers.set(why, (numbers.get(why) ?? 0) + 1)
  }
  if (numbers.size === 1) return `${[...numbers.keys()].join('')}.`
  return [...numbers].map(([why, number]) => `${why} (${number}).`).join(' ')
}

function useRowActions(): (row: CensusFile) => RowAction[] {
  const can = useCan()
  const { open } = usePanels()
  const process = useProcessFile()
  return (row) => [
    ...(isEligible(row) && can('EditCensus')
      ? [{ label: 'Process File', icon: IconPlayerPlay, run: () => process(row) }]
      : []),
    { label: 'Download Original CSV', icon: IconFileTypeCsv, run: () => orNotice(download(originalHref(row.Id))) },
    ...(row.UndoableUntil && can('AdministerCensus')
      ? [{ label: 'Undo File', icon: IconArrowBackUp, run: () => open('census-undo', row.Id) }]
      : []),
    ...(can('AdministerCensus')
      ? [{ label: 'Delete', icon: IconTrash, destroys: true, run: () => askToDelete(row) }]
      : []),
  ]
}
