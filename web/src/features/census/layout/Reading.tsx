/** How a file was understood, in one look, before anything comes of it: questions first, then its first people beside their lines, and why. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { usePanels } from '../../../ui/panel/usePanels'
import { Note } from '../../../ui/state/Note'
import { taskPanelId } from '../addresses'
import type { CensusFile, CensusTask } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { isFinished, taskKinds } from '../words'
import { LayoutColumns, LayoutFacts } from './LayoutParts'
import { OrderButtons } from './OrderButtons'
import { ReadPeople } from './ReadPeople'
import { SheetButtons } from './SheetButtons'
import styles from './Reading.module.css'
import { mappedBy, writtenText } from './layoutWords'
import { layout as layoutQuery, type Layout, type LayoutQuestion } from './queries'

export function Reading({ file }: { file: CensusFile }) {
  const mapped = mappedBy(file)
  return mapped ? <ReadingOf file={file} mapped={mapped} /> : null
}

interface ReadingProps {
  file: CensusFile
  mapped: CensusTask
}

function ReadingOf({ file, mapped }: ReadingProps) {
  const query = useQuery(layoutQuery(file.Id, mapped.CompletedOn ?? ''))
  const found = query.data?.Layout
  return (
    <Widget
      title="Reading"
      wraps
      beside={found && writtenText(found)}
      action={<MappingButton file={file} mapped={mapped} />}
      query={query}
    >
      {found ? (
        <Understood file={file} mapped={mapped} layout={found} />
      ) : (
        <p>Run Map Data again to see how this file is read: it was mapped before that was kept.</p>
      )}
    </Widget>
  )
}

function MappingButton({ file, mapped }: ReadingProps) {
  const can = useCan()
  const { open } = usePanels()
  const mayChange = can('EditCensus') && whyLocked(file) === false
  return (
    <Button small onClick={() => open('mapping', taskPanelId(file.Id, mapped.Id))}>
      {mayChange ? 'Change Mapping' : 'View Mapping'}
    </Button>
  )
}

function Understood({ file, mapped, layout }: ReadingProps & { layout: Layout }) {
  return (
    <>
      {layout.Questions.length > 0 && (
        <WidgetPart>
          {layout.Questions.map((question) => (
            <Asked
              key={`${question.About} ${question.Line} ${question.Text}`}
              file={file}
              mapped={mapped}
              asked={question}
            />
          ))}
        </WidgetPart>
      )}
      <Part title="The first people, as they will be read">
        <ReadPeople people={layout.People} />
      </Part>
      <Part title="Columns">
        <LayoutColumns layout={layout} />
      </Part>
      <Part title="What else was understood">
        <LayoutFacts layout={layout} file={file} mapped={mapped} />
      </Part>
      <LinesButton file={file} layout={layout} />
    </>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <WidgetPart>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </WidgetPart>
  )
}

const laterText = 'It is asked before anything comes of the file.'

/** A question that the file does not ask by itself, with the way to answer it. */
function Asked({ file, mapped, asked }: ReadingProps & { asked: LayoutQuestion }) {
  const can = useCan()
  const { open } = usePanels()
  const mayChange = can('EditCensus') && whyLocked(file) === false
  return (
    <Note kind="warn" title={asked.Text} ownLine>
      {asked.By === 'Answer' && laterText}
      {asked.By === 'Order' && <OrderButtons file={file} mapped={mapped} about={asked.About} />}
      {asked.By === 'Sheet' && <SheetButtons file={file} mapped={mapped} offersRead />}
      {mayChange && asked.By !== 'Answer' && (
        <ButtonRow>
          {asked.By === 'Mapping' && (
            <Button small onClick={() => open('mapping', taskPanelId(file.Id, mapped.Id))}>
              Map Columns
            </Button>
          )}
          {file.CanReplace && (
            <Button small onClick={() => open('census-reupload', file.Id)}>
              Re-Upload File
            </Button>
          )}
        </ButtonRow>
      )}
    </Note>
  )
}

/** The lines themselves are kept once the rows are validated; then each can be made a row. */
function LinesButton({ file, layout }: { file: CensusFile; layout: Layout }) {
  const { open } = usePanels()
  const isKept = file.Tasks.some((task) => task.Task === taskKinds.validate && isFinished(task)) || file.IsMultiGroup
  if (layout.LeftOut.length === 0 || !isKept) return null
  return (
    <WidgetPart>
      <ButtonRow>
        <Button small onClick={() => open('left-out', file.Id)}>
          Lines Left Out
        </Button>
      </ButtonRow>
    </WidgetPart>
  )
}
