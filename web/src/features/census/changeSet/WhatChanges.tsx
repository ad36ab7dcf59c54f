/** What happens to a member, as a kind and in words: from when, and each field with old beside new. */
import { Tag } from '../../../ui/Tag'
import { ValueChanges } from '../../../ui/ValueChange'
import { absenceText, changeLook, effectText, newFacts, shownChanges } from '../changes'
import type { CensusChange } from '../queries'
import styles from './ChangeSet.module.css'

export function KindTag({ row }: { row: CensusChange }) {
  const { kind, label } = changeLook(row)
  return <Tag kind={kind}>{label}</Tag>
}

export function WhatChanges({ row }: { row: CensusChange }) {
  const effect = effectText(row)
  if (row.Kind === 'Create') return [effect, newFacts(row)].filter(Boolean).join(' · ')
  if (row.Kind === 'Absent' || row.Kind === 'Kept') return [absenceText(row), effect].filter(Boolean).join(' · ')
  return (
    <>
      {effect && <span>{effect} </span>}
      <ValueChanges changes={shownChanges(row)} />
      {row.Remark && <span className={styles.absent}> {row.Remark}</span>}
    </>
  )
}
