/** The rows to look at, one after the other: their list at the left, one of them at the right, and the keys that decide it. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { count, counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button, IconButton } from '../../../ui/action/Button'
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons'
import { useKeys } from '../../../ui/keys/useKeys'
import { usePanels } from '../../../ui/panel/usePanels'
import { taskPanelId } from '../addresses'
import type { CensusFile, CensusTask } from '../queries'
import { recordName, rowFact } from '../tasks/recordWords'
import { askToSkip } from '../tasks/skipping'
import { newMember } from './matching'
import type { Reviewed } from './queries'
import styles from './Review.module.css'
import { memberName, ReviewedRow } from './ReviewedRow'
import { useDeciding } from './useDeciding'

interface CasesProps {
  file: CensusFile
  task: CensusTask
  rows: readonly [Reviewed, ...Reviewed[]]
  /** Whether these are all. */
  isWhole: boolean
  /** The button for more of them. */
  more: ReactNode
  mayDecide: boolean
}

export function Cases({ file, task, rows, isWhole, more, mayDecide }: CasesProps) {
  const [picked, setPicked] = useState<number>()
  const [numbers, setNumbers] = useState(false)
  const { open } = usePanels()
  const can = useCan()
  const found = rows.findIndex(({ Record }) => Record.RecordNumber === picked)
  const at = Math.max(0, found)
  const current = rows[at] ?? rows[0]
  const go = (to: number) => {
    const row = rows[to]
    if (row) setPicked(row.Record.RecordNumber)
  }
  // A row that is decided may leave the list: the next one is gone to by its number.
  const list = useListAt(at)
  const goOn = () => go(at + 1 < rows.length ? at + 1 : at - 1)
  const chosen = current.Candidates.find(({ Chosen }) => Chosen)
  const before = chosen && { id: chosen.EmployeeId, name: memberName(chosen) }
  const { busy, choose, asked, deny } = useDeciding({
    fileId: file.Id,
    taskId: task.Id,
    row: current.Record,
    before,
    goOn,
  })
  const skip = () => askToSkip(file.Id, task.Id, current.Record, goOn)
  const decides = mayDecide && !busy
  useKeys('Match review', [
    { keys: 'J', says: 'Next row', run: () => go(at + 1) },
    { keys: 'K', says: 'Previous row', run: () => go(at - 1) },
    ...(decides
      ? [
          ...current.Candidates.slice(0, 9).map((candidate, place) => ({
            keys: String(place + 1),
            says: `Choose ${memberName(candidate)}`,
            run: () => choose(candidate.EmployeeId, memberName(candidate)),
          })),
          { keys: 'N', says: 'New member', run: () => choose(newMember) },
          { keys: 'S', says: 'Skip the row', run: skip },
        ]
      : []),
  ])
  return (
    <div className={styles.cases}>
      <nav ref={list} className={styles.list} aria-label="Rows to review">
        {rows.map((one, place) => (
          <button
            key={one.Record.RecordNumber}
            type="button"
            className={styles.case}
            aria-current={place === at || undefined}
            onClick={() => go(place)}
          >
            <span>{recordName(one.Record)}</span>
            <small>{rowFact(one.Record)}</small>
            <small>{stateOf(one)}</small>
          </button>
        ))}
      </nav>
      <div className={styles.current}>
        <div className={styles.steps}>
          <IconButton
            small
            icon={IconChevronLeft}
            label="Previous row"
            disabled={at === 0}
            onClick={() => go(at - 1)}
          />
          <span role="status">
            {count(at + 1)} of {count(rows.length)}
            {!isWhole && '+'}
          </span>
          <IconButton
            small
            icon={IconChevronRight}
            label="Next row"
            disabled={at + 1 >= rows.length}
            onClick={() => go(at + 1)}
          />
          <span className={styles.end}>
            <Button small kind="quiet" aria-pressed={numbers} onClick={() => setNumbers(!numbers)}>
              {numbers ? 'Hide Numbers' : 'Show Numbers'}
            </Button>
          </span>
        </div>
        <ReviewedRow
          key={current.Record.RecordNumber}
          reviewed={current}
          numbers={numbers}
          group={can('ViewMembers') ? file.EmployerGroup?.Id : undefined}
          decides={
            mayDecide && {
              busy,
              choose,
              asked,
              deny,
              skipRow: skip,
              skipOther: (record) => askToSkip(file.Id, task.Id, record),
              another: () => open('match', taskPanelId(file.Id, task.Id, current.Record.RecordNumber)),
            }
          }
        />
        {more}
      </div>
    </div>
  )
}

/** The list of rows, moved so that the one that is looked at is in view; the page stays where it is. */
function useListAt(at: number) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const box = list.current
    const row = box?.children[at]
    if (!box || !(row instanceof HTMLElement)) return
    const isIn = (from: number, size: number, seen: number, room: number) => from >= seen && from + size <= seen + room
    if (!isIn(row.offsetLeft, row.offsetWidth, box.scrollLeft, box.clientWidth)) box.scrollLeft = row.offsetLeft
    if (!isIn(row.offsetTop, row.offsetHeight, box.scrollTop, box.clientHeight)) box.scrollTop = row.offsetTop
  }, [at])
  return list
}

/** `2 candidates`, or who was chosen. */
function stateOf({ Candidates }: Reviewed): string {
  const chosen = Candidates.find(({ Chosen }) => Chosen)
  if (chosen) return `Is ${memberName(chosen)}`
  return Candidates.length === 0 ? 'No member is proposed' : counted(Candidates.length, 'candidate')
}
