/**
 * The rows of a file that something is wrong with, by kind: their cells are edited in place, one value is replaced everywhere, rows are
 * left out, and the failed rows are downloaded with what is wrong with them.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { download } from '../../../api/downloads'
import { bringUp } from '../../../lib/browser/bringUp'
import { count, counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/state/Answered'
import { Button } from '../../../ui/action/Button'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { EmptyState } from '../../../ui/state/EmptyState'
import { IconBan, IconDownload, IconPencil, IconUpload } from '../../../ui/icons'
import { Note } from '../../../ui/state/Note'
import { PageHeader } from '../../../ui/page/PageHeader'
import { usePanels } from '../../../ui/panel/usePanels'
import { ProgressBar } from '../../../ui/state/ProgressBar'
import { Tag } from '../../../ui/value/Tag'
import { fileAddress, taskPanelId } from '../addresses'
import { CensusPanels } from '../CensusPanels'
import type { CensusRecord } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { TaskOfFile, type TaskPageProps } from '../tasks/TaskOfFile'
import { fileContext, isFinished, taskStates } from '../words'
import { CellGrid } from './CellGrid'
import { columnsOf, findingTitle, goesIn, toldOf } from './cells'
import { useChoices, type ChoicesOf } from './choices'
import { draftCount } from './drafts'
import styles from './FixRows.module.css'
import { keyOf, Kinds, type RowsDone } from './Kinds'
import { NextStep } from './NextStep'
import { failuresHref, findingRows, findings, rowsAPage, wantedOf, type Finding } from './queries'
import { ReplaceBar } from './ReplaceBar'
import { SamePeople } from './SamePeople'
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
  const left = task.Data.RecordsWithErrorsCount
  const most = useMost(left)
  const locked = can('EditCensus') ? whyLocked(file) : 'You may look at these rows, not change them.'
  return (
    <>
      {mending.restored && (
        <div className={styles.note}>
          <Note>Your unsaved changes are back.</Note>
        </div>
      )}
      <Answered query={query} what="what is wrong">
        {(found) =>
          found.length === 0 ? (
            <NothingToFix
              task={task}
              action={<NextStep file={file} locked={locked !== false} kind={mending.dirty ? 'plain' : 'primary'} />}
            />
          ) : (
            <Grid
              file={file}
              task={task}
              found={found}
              done={{ done: most - left, total: most }}
              mending={mending}
              locked={locked}
            />
          )
        }
      </Answered>
      {(mending.dirty || (query.data && query.data.length > 0)) && <Footer locked={locked} mending={mending} />}
    </>
  )
}

/** How many rows had errors at most since the page was opened: the server does not keep how many it has found. */
function useMost(now: number): number {
  const [most, setMost] = useState(now)
  if (now > most) setMost(now)
  return Math.max(most, now)
}

function NothingToFix({ task, action }: Pick<TaskPageProps, 'task'> & { action: ReactNode }) {
  if (task.State === taskStates.notRun) return <EmptyState title="The file is not validated yet." action={action} />
  return (
    <EmptyState title="All data is valid!" action={action}>
      Nothing is left to fix.
    </EmptyState>
  )
}

function Head({ file, task }: TaskPageProps) {
  const can = useCan()
  const { open } = usePanels()
  return (
    <PageHeader
      title="Fix rows"
      crumbs={[
        { label: 'Census Files', to: '/census-files' },
        { label: file.OriginalFileName, to: fileAddress(file.Id) },
      ]}
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

interface GridProps extends TaskPageProps {
  found: readonly Finding[]
  /** Of the rows that had errors. */
  done: RowsDone
  mending: Mending
  locked: string | false
}

function Grid({ file, task, found, done, mending, locked }: GridProps) {
  const [picked, setPicked] = useState<string>()
  const [replacing, setReplacing] = useState(false)
  const finding = found.find((one) => keyOf(one) === picked) ?? found[0]
  const choicesOf = useChoices(file, finding ?? {})
  const rows = useRef<HTMLDivElement>(null)
  if (!finding) return null
  const show = (key: string) => {
    setPicked(key)
    // On a narrow page the rows stand below the kinds.
    if (rows.current) bringUp(rows.current)
    setReplacing(false)
    mending.chooseNone()
  }
  return (
    <div className={styles.split}>
      <Kinds found={found} current={keyOf(finding)} left={task.Data.RecordsWithErrorsCount} done={done} onShow={show} />
      <div ref={rows} className={styles.main}>
        {isFinished(task) && task.Data.RecordsWithErrorsCount === 0 && (
          <div className={styles.note}>
            <Note
              kind="ok"
              title="No row has errors."
              action={<NextStep file={file} locked={locked !== false} small />}
            >
              Warnings hold nothing up.
            </Note>
          </div>
        )}
        <div className={styles.bar}>
          <h2>{findingTitle(finding)}</h2>
          <Tag kind={finding.Severity === 'Error' ? 'bad' : 'warn'}>{count(finding.Records)}</Tag>
          {finding.Severity === 'Warning' && <span>{goesIn(finding)}</span>}
          {locked === false && (
            <div className={styles.end}>
              {mending.chosen.size > 0 && (
                <Button small busy={mending.busy} onClick={() => mending.skipRows([...mending.chosen])}>
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
        {replacing && (
          <ReplaceBar
            key={`replace ${keyOf(finding)}`}
            finding={finding}
            choices={choicesOf(finding.Field)}
            busy={mending.busy}
            onReplace={(wish) => mending.replace(finding, wish).then(() => setReplacing(false))}
            onClose={() => setReplacing(false)}
          />
        )}
        {mending.progress && (
          <div className={styles.progress}>
            <ProgressBar label="Rows" done={mending.progress.done} total={mending.progress.total} noun="rows" />
          </div>
        )}
        {finding.Kind === 'duplicate_person' ? (
          <SamePeople fileId={file.Id} taskId={task.Id} readOnly={locked !== false} />
        ) : (
          <FoundRows
            key={keyOf(finding)}
            file={file}
            task={task}
            finding={finding}
            choicesOf={choicesOf}
            mending={mending}
            readOnly={locked !== false}
          />
        )}
      </div>
    </div>
  )
}

interface FoundRowsProps extends TaskPageProps {
  finding: Finding
  choicesOf: ChoicesOf
  mending: Mending
  readOnly: boolean
}

function FoundRows({ file, task, finding, choicesOf, mending, readOnly }: FoundRowsProps) {
  const { open } = usePanels()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...findingRows(file.Id, task.Id, wantedOf(finding), page),
    placeholderData: keepPreviousData,
  })
  // The rows of the last page may all have been fixed.
  const last = query.data && !query.isPlaceholderData ? Math.max(1, query.data.TotalPages) : page
  if (page > last) setPage(last)
  const actions = ({ RecordNumber }: CensusRecord) => [
    { label: 'Fix Record', icon: IconPencil, run: () => open('record', taskPanelId(file.Id, task.Id, RecordNumber)) },
    { label: 'Skip Row', icon: IconBan, run: () => void mending.skipRows([RecordNumber]) },
  ]
  return (
    <Answered query={query} what="the rows">
      {({ Data, TotalRecords, TotalPages }) => (
        <>
          <div className={styles.scroll} role="region" aria-label={findingTitle(finding)} tabIndex={0}>
            <CellGrid
              label={findingTitle(finding)}
              rows={Data}
              columns={columnsOf(finding)}
              choicesOf={choicesOf}
              told={toldOf(finding)}
              drafts={mending.drafts}
              refused={mending.refused}
              readOnly={readOnly}
              chosen={mending.chosen}
              onChoose={mending.choose}
              onChange={mending.change}
              actions={actions}
            />
          </div>
          {TotalPages > 1 && (
            <nav className={styles.pages} aria-label="Pages">
              <span>
                {count((page - 1) * rowsAPage + 1)}–{count(Math.min(page * rowsAPage, TotalRecords))} of{' '}
                {counted(TotalRecords, 'row')}
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
            {counted(cells, 'change')} not saved
            {mending.refused.length > 0 && ` · ${counted(mending.refused.length, 'value')} not taken`}
          </span>
          <span>A row that stays wrong holds the file up until it is skipped. Nobody is ended for a skipped row.</span>
        </>
      ) : (
        <span>{locked}</span>
      )}
    </div>
  )
}
