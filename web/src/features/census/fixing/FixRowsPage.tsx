/**
 * The rows of a file that something is wrong with, by kind: their cells are edited in place, one value is replaced everywhere, rows are
 * left out, and the failed rows are downloaded with what is wrong with them.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../../api/downloads'
import { count, counted } from '../../../lib/money'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/Answered'
import { Button } from '../../../ui/Button'
import { DownloadButton } from '../../../ui/DownloadButton'
import { EmptyState } from '../../../ui/EmptyState'
import { IconDownload, IconUpload } from '../../../ui/icons'
import { Note } from '../../../ui/Note'
import { PageHeader } from '../../../ui/PageHeader'
import { usePanels } from '../../../ui/panel/usePanels'
import { ProgressBar } from '../../../ui/ProgressBar'
import { Tag } from '../../../ui/Tag'
import { fileAddress } from '../addresses'
import { CensusPanels } from '../CensusPanels'
import { whyLocked } from '../recordForm'
import { TaskOfFile, type TaskPageProps } from '../TaskOfFile'
import { fileContext, fileNumber } from '../words'
import { CellGrid } from './CellGrid'
import { columnsOf, findingTitle, goesIn } from './cells'
import { draftCount } from './drafts'
import styles from './FixRows.module.css'
import { failuresHref, findingRows, findings, rowsAPage, wantedOf, type Finding } from './queries'
import { ReplaceBar } from './ReplaceBar'
import { useMending, type Mending } from './useMending'

export function FixRowsPage({ id }: { id: number | undefined }) {
  return (
    <TaskOfFile id={id} kind="validate" none="This file has no rows of its own">
      {(of) => (
        <div className={styles.page}>
          <Head {...of} />
          {/* A later validation reads other rows, of which nothing was typed. */}
          <Rows key={of.task.CompletedOn ?? ''} {...of} />
          <CensusPanels />
        </div>
      )}
    </TaskOfFile>
  )
}

function Rows({ file, task }: TaskPageProps) {
  const can = useCan()
  const query = useQuery(findings(file.Id, task.Id))
  const mending = useMending(file.Id, task)
  const locked = can('EditCensus') ? whyLocked(file) : 'You may look at these rows, not change them.'
  return (
    <>
      {mending.restored && (
        <div className={styles.note}>
          <Note>Your unsaved changes are back.</Note>
        </div>
      )}
      <Answered query={query} what="what is wrong">
        {(found) => (found.length === 0 ? <NothingToFix task={task} /> : <Grid file={file} task={task} found={found} mending={mending} locked={locked} />)}
      </Answered>
      {(mending.dirty || (query.data && query.data.length > 0)) && <Footer locked={locked} mending={mending} />}
    </>
  )
}

function NothingToFix({ task }: Pick<TaskPageProps, 'task'>) {
  return task.State === 'NotRun' ? <EmptyState title="The file is not validated yet." /> : <EmptyState title="All data is valid!">Nothing is left to fix.</EmptyState>
}

function Head({ file, task }: TaskPageProps) {
  const can = useCan()
  const { open } = usePanels()
  return (
    <PageHeader
      title="Fix rows"
      crumbs={[{ label: 'Census Files', to: '/census-files' }, { label: `File ${fileNumber(file)}`, to: fileAddress(file.Id) }]}
      beside={`${fileContext(file)} · ${count(task.Data.RecordsWithErrorsCount)} of ${counted(task.Data.TotalRecords, 'row')} with errors`}
      actions={
        <>
          <DownloadButton get={() => download(failuresHref(file.Id, task.Id))} icon={IconDownload}>
            Download failures
          </DownloadButton>
          {can('EditCensus') && file.CanReplace && (
            <Button icon={IconUpload} onClick={() => open('census-reupload', file.Id)}>
              Re-Upload File
            </Button>
          )}
        </>
      }
    />
  )
}

const keyOf = ({ Kind, Field }: Finding) => `${Kind} ${Field ?? ''}`

interface GridProps extends TaskPageProps {
  found: readonly Finding[]
  mending: Mending
  locked: string | false
}

function Grid({ file, task, found, mending, locked }: GridProps) {
  const [picked, setPicked] = useState<string>()
  const [replacing, setReplacing] = useState(false)
  const finding = found.find((one) => keyOf(one) === picked) ?? found[0]
  if (!finding) return null
  const show = (key: string) => {
    setPicked(key)
    setReplacing(false)
    mending.chooseNone()
  }
  return (
    <div className={styles.split}>
      <Kinds found={found} current={keyOf(finding)} left={task.Data.RecordsWithErrorsCount} onShow={show} />
      <div className={styles.main}>
        <div className={styles.bar}>
          <h2>{findingTitle(finding)}</h2>
          <Tag kind={finding.Severity === 'Error' ? 'bad' : 'warn'}>{count(finding.Records)}</Tag>
          {finding.Severity === 'Warning' && <span>{goesIn(finding)}</span>}
          {locked === false && (
            <div className={styles.end}>
              {mending.chosen.size > 0 && (
                <Button small busy={mending.busy} onClick={mending.skipChosen}>
                  Skip {counted(mending.chosen.size, 'row')}
                </Button>
              )}
              <Button small busy={mending.busy} onClick={() => mending.askToSkipAll(finding)}>
                {finding.Records === 1 ? 'Skip the only row' : `Skip all ${counted(finding.Records, 'row')}`}
              </Button>
              {finding.Field && (
                <Button small aria-expanded={replacing} onClick={() => setReplacing(!replacing)}>
                  Replace everywhere
                </Button>
              )}
            </div>
          )}
        </div>
        {replacing && <ReplaceBar key={`replace ${keyOf(finding)}`} finding={finding} busy={mending.busy} onReplace={(from, to) => mending.replace(finding, from, to).then(() => setReplacing(false))} onClose={() => setReplacing(false)} />}
        {mending.progress && (
          <div className={styles.progress}>
            <ProgressBar label="Rows" done={mending.progress.done} total={mending.progress.total} noun="rows" />
          </div>
        )}
        <FoundRows key={keyOf(finding)} file={file} task={task} finding={finding} mending={mending} readOnly={locked !== false} />
      </div>
    </div>
  )
}

interface KindsProps {
  found: readonly Finding[]
  current: string
  left: number
  onShow: (key: string) => void
}

function Kinds({ found, current, left, onShow }: KindsProps) {
  const parts = [
    { title: 'Errors', list: found.filter(({ Severity }) => Severity === 'Error') },
    { title: 'Warnings', list: found.filter(({ Severity }) => Severity === 'Warning') },
  ]
  return (
    <nav className={styles.kinds} aria-label="Kinds of errors">
      <p className={styles.left}>
        <strong>{count(left)}</strong> {left === 1 ? 'row has errors' : 'rows have errors'}
      </p>
      {parts.map(({ title, list }) => list.length > 0 && (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {list.map((one) => (
            <button key={keyOf(one)} type="button" className={styles.kind} aria-current={keyOf(one) === current || undefined} onClick={() => onShow(keyOf(one))}>
              <span>{findingTitle(one)}</span>
              <span>{count(one.Records)}</span>
              <small>{one.Label ?? 'Whole row'}</small>
            </button>
          ))}
        </section>
      ))}
      <p className={styles.keys}>Arrow keys move between cells, Enter edits, Tab keeps and moves on, Ctrl D copies from above, Esc undoes the cell. Cells copied from a spreadsheet can be pasted.</p>
    </nav>
  )
}

interface FoundRowsProps extends TaskPageProps {
  finding: Finding
  mending: Mending
  readOnly: boolean
}

function FoundRows({ file, task, finding, mending, readOnly }: FoundRowsProps) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...findingRows(file.Id, task.Id, wantedOf(finding), page), placeholderData: keepPreviousData })
  // The rows of the last page may all have been fixed.
  const last = query.data && !query.isPlaceholderData ? Math.max(1, query.data.TotalPages) : page
  if (page > last) setPage(last)
  return (
    <Answered query={query} what="the rows">
      {({ Data, TotalRecords, TotalPages }) => (
        <>
          <div className={styles.scroll} role="region" aria-label={findingTitle(finding)} tabIndex={0}>
            <CellGrid label={findingTitle(finding)} rows={Data} columns={columnsOf(finding)} drafts={mending.drafts} refused={mending.refused} readOnly={readOnly} chosen={mending.chosen} onChoose={mending.choose} onChange={mending.change} />
          </div>
          {TotalPages > 1 && (
            <nav className={styles.pages} aria-label="Pages">
              <span>
                {count((page - 1) * rowsAPage + 1)}–{count(Math.min(page * rowsAPage, TotalRecords))} of {counted(TotalRecords, 'row')}
              </span>
              <Button small disabled={page <= 1} onClick={() => setPage(page - 1)}>
                Previous page
              </Button>
              <Button small disabled={page >= TotalPages} onClick={() => setPage(page + 1)}>
                Next page
              </Button>
            </nav>
          )}
        </>
      )}
    </Answered>
  )
}

function Footer({ locked, mending }: { locked: string | false; mending: Mending }) {
  const cells = draftCount(mending.drafts)
  return (
    <div className={styles.footer}>
      {locked === false ? (
        <>
          <Button kind="primary" busy={mending.busy} disabled={cells === 0} onClick={mending.save}>
            Save and check again
          </Button>
          <span role="status">
            {counted(cells, 'change')} not saved{mending.refused.length > 0 && ` · ${counted(mending.refused.length, 'value')} not taken`}
          </span>
          <span>A row that stays wrong holds the file up until it is skipped. Nobody is ended for a skipped row.</span>
        </>
      ) : (
        <span>{locked}</span>
      )}
    </div>
  )
}
