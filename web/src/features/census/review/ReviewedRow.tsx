/** One row of a file beside the members it may be. */
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/action/Button'
import { isNothing, Nothing } from '../../../ui/value/Details'
import { Tag } from '../../../ui/value/Tag'
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { taskPanelId } from '../addresses'
import { newMember, weighty } from '../tasks/matching'
import { censusKey, chooseMatch } from '../queries'
import { errorsOf, recordName, rowFact, warningsOf } from '../tasks/recordWords'
import { RowsBeside } from '../tasks/RowsBeside'
import { askToSkip } from '../tasks/skipping'
import { differs, evidence, factsOf } from './comparison'
import { setNotSame, type Candidate, type Reviewed } from './queries'
import styles from './Review.module.css'

interface ReviewedRowProps {
  fileId: number
  taskId: number
  reviewed: Reviewed
  mayDecide: boolean
}

export function ReviewedRow({ fileId, taskId, reviewed, mayDecide }: ReviewedRowProps) {
  const { Record: row, Candidates: candidates, NotSame: denied, TakenBy: taken } = reviewed
  const { open } = usePanels()
  const { busy, decide } = useDeciding()
  const name = `${recordName(row)}, ${rowFact(row)}`
  const choose = (member: number, says: string) =>
    decide(() => chooseMatch(fileId, taskId, row.RecordNumber, member), says)
  const deny = ({ EmployeeId }: Candidate, isNotSame: boolean) =>
    decide(
      () => setNotSame(fileId, taskId, row.RecordNumber, EmployeeId, isNotSame),
      isNotSame
        ? 'Remembered: these are two people.'
        : 'Forgotten. Match Employees proposes the member again when it is run.',
    )
  return (
    <Widget
      title={recordName(row)}
      label={name}
      wraps
      beside={<span className={styles.fact}>{rowFact(row)}</span>}
      action={
        mayDecide && (
          <>
            <Button
              small
              disabled={busy}
              aria-label={`New member: ${name}`}
              onClick={() => choose(newMember, `${recordName(row)} is a new member.`)}
            >
              New member
            </Button>
            <Button
              small
              disabled={busy}
              aria-label={`Another member for ${name}`}
              onClick={() => open('match', taskPanelId(fileId, taskId, row.RecordNumber))}
            >
              Another member…
            </Button>
            <Button small disabled={busy} aria-label={`Skip ${name}`} onClick={() => askToSkip(fileId, taskId, row)}>
              Skip Row
            </Button>
          </>
        )
      }
    >
      {[...errorsOf(row), ...warningsOf(row, 'match')].map((said) => (
        <WidgetPart key={said}>
          <Note kind="warn">{said}</Note>
        </WidgetPart>
      ))}
      <WidgetPart flush>
        <Comparison
          reviewed={reviewed}
          actions={(candidate) =>
            mayDecide && (
              <div className={styles.actions}>
                <Button
                  small
                  kind={candidate.Chosen ? 'plain' : 'primary'}
                  disabled={busy || candidate.Chosen}
                  aria-label={`Choose ${memberName(candidate)} for ${name}`}
                  onClick={() => choose(candidate.EmployeeId, `${recordName(row)} is ${memberName(candidate)}.`)}
                >
                  {candidate.Chosen ? 'Chosen' : 'Choose'}
                </Button>
                <Button
                  small
                  disabled={busy}
                  aria-label={`Not the same person: ${memberName(candidate)} and ${name}`}
                  onClick={() => deny(candidate, true)}
                >
                  Not the same person
                </Button>
              </div>
            )
          }
        />
      </WidgetPart>
      {taken.length > 0 && (
        <WidgetPart flush>
          <RowsBeside
            name={recordName(row)}
            rows={[row, ...taken]}
            question="Is one too many?"
            actions={
              mayDecide &&
              ((one) => (
                <Button
                  small
                  disabled={busy}
                  aria-label={`Skip ${rowFact(one)}, beside ${name}`}
                  onClick={() => askToSkip(fileId, taskId, one)}
                >
                  Skip Row
                </Button>
              ))
            }
          />
        </WidgetPart>
      )}
      {candidates.length === 0 && <WidgetPart>No member is proposed for this row.</WidgetPart>}
      {denied.map((candidate) => (
        <WidgetPart key={candidate.EmployeeId}>
          <div className={styles.denied}>
            <span>
              Not the same person: {memberName(candidate)}, born {factsOf(row, [candidate])[1]?.member(candidate)}
            </span>
            {mayDecide && (
              <Button
                small
                kind="quiet"
                disabled={busy}
                aria-label={`Forget that ${memberName(candidate)} is not ${name}`}
                onClick={() => deny(candidate, false)}
              >
                Forget
              </Button>
            )}
          </div>
        </WidgetPart>
      ))}
    </Widget>
  )
}

function memberName({ FirstName, LastName }: Candidate): string {
  return `${FirstName} ${LastName}`
}

/** One decision at a time; what it changes is read again. */
function useDeciding() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const decide = (run: () => Promise<unknown>, says: string) => {
    setBusy(true)
    const all = run().then(async () => {
      toast.success(says)
      await client.invalidateQueries({ queryKey: censusKey })
    })
    orNotice(all.finally(() => setBusy(false)))
  }
  return { busy, decide }
}

interface ComparisonProps {
  reviewed: Reviewed
  actions: (candidate: Candidate) => ReactNode
}

/** The facts one below the other, the row first, then each member; where they disagree is tinted. */
function Comparison({ reviewed: { Record: row, Candidates: candidates }, actions }: ComparisonProps) {
  const facts = factsOf(row, candidates)
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={`Comparison of ${recordName(row)}, ${rowFact(row)}`}
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">The row says</th>
            {candidates.map((candidate) => (
              <th key={candidate.EmployeeId} scope="col">
                {memberName(candidate)} {candidate.Chosen && <Tag kind="accent">Chosen</Tag>}
                <span className={styles.evidence}>{evidence(candidate)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ term, row: own, member }) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              <td>{isNothing(own) ? <Nothing /> : own}</td>
              {candidates.map((candidate) => {
                const other = member(candidate)
                return (
                  <td key={candidate.EmployeeId} data-differs={differs(own, other) || undefined}>
                    {isNothing(other) ? <Nothing /> : other}
                    {differs(own, other) && <span className="visually-hidden"> differs</span>}
                  </td>
                )
              })}
            </tr>
          ))}
          {candidates.length > 0 && (
            <tr>
              <th scope="row">Reasons</th>
              <td />
              {candidates.map((candidate) => (
                <td key={candidate.EmployeeId}>
                  <ul className={styles.reasons}>
                    {weighty(candidate.Reasons).map((reason) => (
                      <li key={reason}>{reason}</li>
                    ))}
                  </ul>
                  {actions(candidate)}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
