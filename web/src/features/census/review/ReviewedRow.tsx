/** One row of a file beside the members it may be: who to choose above, what agrees and what does not in words, then the facts. */
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/action/Button'
import { MemberLink } from '../../../ui/action/RowLink'
import { isNothing, Nothing } from '../../../ui/value/Details'
import { Tag } from '../../../ui/value/Tag'
import { Note } from '../../../ui/state/Note'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import type { CensusRecord } from '../queries'
import { errorsOf, recordName, rowFact, warningsOf } from '../tasks/recordWords'
import { RowsBeside } from '../tasks/RowsBeside'
import { AskedInPlace, type AskedAnswer } from './AskedInPlace'
import { agreesWithAll, differs, evidence, factsOf } from './comparison'
import { inWords } from './inWords'
import { newMember, weighty } from './matching'
import type { Candidate, Reviewed } from './queries'
import styles from './Review.module.css'

/** What a person may decide of the row. */
interface Decides {
  busy: boolean
  choose: (member: number, name?: string) => void
  /** What is asked before the answer is sent. */
  asked: AskedAnswer | undefined
  deny: (member: number, isNotSame: boolean) => void
  skipRow: () => void
  skipOther: (record: CensusRecord) => void
  another: () => void
}

interface ReviewedRowProps {
  reviewed: Reviewed
  /** Shows scores and weights. */
  numbers: boolean
  /** Whose members the candidates are; absent where names lead nowhere. */
  group: number | undefined
  /** False for who may only look. */
  decides: Decides | false
}

export function ReviewedRow({ reviewed, numbers, group, decides }: ReviewedRowProps) {
  const { Record: row, Candidates: candidates, NotSame: denied, TakenBy: taken } = reviewed
  const name = `${recordName(row)}, ${rowFact(row)}`
  return (
    <Widget
      title={recordName(row)}
      label={name}
      wraps
      beside={<span className={styles.fact}>{rowFact(row)}</span>}
      action={
        decides && (
          <>
            <Button
              small
              disabled={decides.busy}
              aria-label={`New member: ${name}`}
              onClick={() => decides.choose(newMember)}
            >
              New member <kbd aria-hidden>N</kbd>
            </Button>
            <Button small disabled={decides.busy} aria-label={`Another member for ${name}`} onClick={decides.another}>
              Another member…
            </Button>
            <Button small disabled={decides.busy} aria-label={`Skip ${name}`} onClick={decides.skipRow}>
              Skip Row <kbd aria-hidden>S</kbd>
            </Button>
          </>
        )
      }
    >
      {decides && decides.asked && (
        <WidgetPart>
          <AskedInPlace {...decides.asked} />
        </WidgetPart>
      )}
      {[...errorsOf(row), ...warningsOf(row, 'match')].map((said) => (
        <WidgetPart key={said}>
          <Note kind="warn">{said}</Note>
        </WidgetPart>
      ))}
      {candidates.length > 0 && (
        <WidgetPart flush>
          <Comparison
            reviewed={reviewed}
            numbers={numbers}
            group={group}
            choose={(candidate, place) =>
              decides && (
                <div className={styles.actions}>
                  <Button
                    small
                    disabled={decides.busy || candidate.Chosen}
                    aria-label={`Choose ${memberName(candidate)} for ${name}`}
                    onClick={() => decides.choose(candidate.EmployeeId, memberName(candidate))}
                  >
                    {candidate.Chosen ? 'Chosen' : 'Choose'} {place < 9 && <kbd aria-hidden>{place + 1}</kbd>}
                  </Button>
                  <Button
                    small
                    disabled={decides.busy}
                    aria-label={`Not the same person: ${memberName(candidate)} and ${name}`}
                    onClick={() => decides.deny(candidate.EmployeeId, true)}
                  >
                    Not the same person
                  </Button>
                </div>
              )
            }
          />
        </WidgetPart>
      )}
      {taken.length > 0 && (
        <WidgetPart flush>
          <RowsBeside
            name={recordName(row)}
            rows={[row, ...taken]}
            question="Is one too many?"
            actions={
              decides &&
              ((one) => (
                <Button
                  small
                  disabled={decides.busy}
                  aria-label={`Skip ${rowFact(one)}, beside ${name}`}
                  onClick={() => (one === row ? decides.skipRow() : decides.skipOther(one))}
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
              Not the same person:{' '}
              <MemberLink group={group} id={candidate.EmployeeId}>
                {memberName(candidate)}
              </MemberLink>
              , born {factsOf(row, [candidate])[1]?.member(candidate)}
            </span>
            {decides && (
              <Button
                small
                kind="quiet"
                disabled={decides.busy}
                aria-label={`Forget that ${memberName(candidate)} is not ${name}`}
                onClick={() => decides.deny(candidate.EmployeeId, false)}
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

export function memberName({ FirstName, LastName }: Pick<Candidate, 'FirstName' | 'LastName'>): string {
  return `${FirstName} ${LastName}`
}

interface ComparisonProps {
  reviewed: Reviewed
  numbers: boolean
  group: number | undefined
  /** What can be done with a candidate; the place is that of its key. */
  choose: (candidate: Candidate, place: number) => ReactNode
}

/**
 * The row first, then each member: what to do, what is said in words, and the facts that differ; those that agree are folded. Where it is
 * narrow each member has a table of its own, below the one before.
 */
function Comparison({ reviewed: { Record: row, Candidates: candidates }, numbers, group, choose }: ComparisonProps) {
  const [all, setAll] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const facts = factsOf(row, candidates)
  const folded = facts.filter((fact) => agreesWithAll(fact, candidates))
  const shown = all ? facts : facts.filter((fact) => !folded.includes(fact))
  const head = (candidate: Candidate) => (
    <>
      {choose(candidate, candidates.indexOf(candidate))}
      <MemberLink group={group} id={candidate.EmployeeId}>
        {memberName(candidate)}
      </MemberLink>{' '}
      {candidate.Chosen && <Tag kind="accent">Chosen</Tag>}
      <span className={styles.evidence}>{evidence(candidate, numbers)}</span>
    </>
  )
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={`Comparison of ${recordName(row)}, ${rowFact(row)}`}
      tabIndex={0}
    >
      {isNarrow ? (
        candidates.map((candidate) => (
          <div key={candidate.EmployeeId} className={styles.one}>
            <div className={styles.oneHead}>{head(candidate)}</div>
            <Facts facts={shown} candidates={[candidate]} numbers={numbers} head={() => 'This member'} />
          </div>
        ))
      ) : (
        <Facts facts={shown} candidates={candidates} numbers={numbers} head={head} />
      )}
      {folded.length > 0 && (
        <div className={styles.fold}>
          <Button small kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Hide what agrees' : `Show what agrees: ${folded.map(({ term }) => term).join(', ')}`}
          </Button>
        </div>
      )}
    </div>
  )
}

interface FactsProps {
  facts: ReturnType<typeof factsOf>
  candidates: readonly Candidate[]
  numbers: boolean
  /** What stands above the column of a candidate. */
  head: (candidate: Candidate) => ReactNode
}

function Facts({ facts, candidates, numbers, head }: FactsProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">The row says</th>
          {candidates.map((candidate) => (
            <th key={candidate.EmployeeId} scope="col">
              {head(candidate)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">In words</th>
          <td />
          {candidates.map(({ EmployeeId, Reasons }) => (
            <td key={EmployeeId}>
              <ul className={styles.reasons}>
                {(numbers ? weighty(Reasons) : inWords(Reasons)).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </td>
          ))}
        </tr>
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
      </tbody>
    </table>
  )
}
