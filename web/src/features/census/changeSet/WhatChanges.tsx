/** What happens to a member, as a kind and in words: from when, and each field with old beside new. */
import { Tag } from '../../../ui/value/Tag'
import { ValueChanges } from '../../../ui/value/ValueChange'
import { absenceText, changeLook, effectText, newFacts, shownChanges } from '../changes'
import type { CensusChange } from '../queries'
import styles from './ChangeSet.module.css'

interface KindTagProps {
  row: CensusChange
  /** Whether some changes of the file are done and others are not: each that is done says so. */
  inPart?: boolean
}

export function KindTag({ row, inPart = false }: KindTagProps) {
  const { kind, label } = changeLook(row)
  const isDone = inPart && row.IsDone
  if (!isDone && !row.ReplacesIdentity) return <Tag kind={kind}>{label}</Tag>
  return (
    <span className={styles.tags}>
      <Tag kind={kind}>{label}</Tag>
      {row.ReplacesIdentity && <Tag kind="warn">Change of identity</Tag>}
      {isDone && <Tag kind="plain">Done</Tag>}
    </span>
  )
}

/** What happens to members whom no row is. */
const absences: ReadonlySet<string> = new Set(['Absent', 'Kept', 'StillToStart', 'LaterEnd'])

export function WhatChanges({ row }: { row: CensusChange }) {
  const effect = effectText(row)
  if (row.Kind === 'Create') {
    return (
      <>
        {[effect, newFacts(row)].filter(Boolean).join(' · ')}
        <Warnings row={row} />
      </>
    )
  }
  if (absences.has(row.Kind)) return [absenceText(row), effect].filter(Boolean).join(' · ')
  return (
    <>
      {effect && <span>{effect} </span>}
      <ValueChanges changes={shownChanges(row)} />
      {row.Remark && <span className={styles.absent}> {row.Remark}</span>}
      <Warnings row={row} />
    </>
  )
}

/** Why the match may have taken one person for another, and that somebody may have left. */
function Warnings({ row }: { row: CensusChange }) {
  return row.Warnings.length > 0 && <small className={styles.warning}>{row.Warnings.join(' ')}</small>
}
