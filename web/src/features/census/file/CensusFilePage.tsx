/** A census file on a page of its own. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { download } from '../../../api/downloads'
import { isMissing } from '../../../lib/failure'
import { useCan } from '../../../session/session'
import { BackToChecklist } from '../../../shared/setup/BackToChecklist'
import { Button } from '../../../ui/action/Button'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { EmptyState } from '../../../ui/state/EmptyState'
import { IconArrowBackUp, IconDownload, IconFileSpreadsheet, IconPlayerPlay, IconTrash } from '../../../ui/icons'
import { RowMenu } from '../../../ui/list/RowMenu'
import { PageHeader } from '../../../ui/page/PageHeader'
import { PageSteps } from '../../../ui/page/PageSteps'
import { usePanels } from '../../../ui/panel/usePanels'
import { IdChip } from '../../../ui/value/IdChip'
import { useProcessFile } from '../asking/seen'
import { CensusPanels } from '../CensusPanels'
import { askToDelete } from './deleting'
import { isEligible } from '../tasks/eligibility'
import { FileDetail } from './FileDetail'
import { MissingFile } from './MissingFile'
import { FileStatus } from './FileStatus'
import { primaryStep } from './primaryStep'
import { originalHref } from '../downloads'
import { file as fileQuery } from '../queries'
import { fileNumber } from '../words'

export function CensusFilePage({ id }: { id: number | undefined }) {
  if (id === undefined) return <EmptyState icon={IconFileSpreadsheet} title="Select a census file to view details" />
  return <KnownFile id={id} />
}

function KnownFile({ id }: { id: number }) {
  const query = useQuery(fileQuery(id))
  if (query.data === undefined && isMissing(query.error)) return <MissingFile />
  return (
    <>
      <FileHead id={id} />
      <FileDetail id={id} />
      <CensusPanels />
    </>
  )
}

function FileHead({ id }: { id: number }) {
  const can = useCan()
  const navigate = useNavigate()
  const { open } = usePanels()
  const process = useProcessFile()
  const { data: file } = useQuery(fileQuery(id))
  const crumbs = [{ label: 'Census Files', to: '/census-files' }]
  if (!file) return <PageHeader title="File" crumbs={crumbs} />
  const { EmployerGroup: group } = file
  const leave = () => void navigate({ to: '/census-files' })
  return (
    <PageHeader
      title={file.OriginalFileName}
      crumbs={group ? [...crumbs, { label: group.Name, to: `/employers/${group.Id}/census-files` }] : crumbs}
      beside={
        <>
          <FileStatus file={file} />
          <IdChip id={fileNumber(file)} label="file number" />
          {group && <BackToChecklist employerId={group.Id} group={group.Name} />}
        </>
      }
      actions={
        <>
          <PageSteps />
          <DownloadButton get={() => download(originalHref(id))} icon={IconDownload}>
            Download Original CSV
          </DownloadButton>
          {isEligible(file) && can('EditCensus') && (
            <Button
              kind={primaryStep(file) === 'process' ? 'primary' : 'plain'}
              icon={IconPlayerPlay}
              onClick={() => process(file)}
            >
              Process File
            </Button>
          )}
          {can('AdministerCensus') && (
            <RowMenu
              framed
              label={`Actions for ${fileNumber(file)}`}
              actions={[
                ...(file.UndoableUntil
                  ? [{ label: 'Undo File', icon: IconArrowBackUp, run: () => open('census-undo', id) }]
                  : []),
                { label: 'Delete', icon: IconTrash, destroys: true, run: () => askToDelete(file, leave) },
              ]}
            />
          )}
        </>
      }
    />
  )
}
