/** A tag for kinds and counts, 11 px and tinted. Not for status: that is a dot and a word. */
import type { ReactNode } from 'react'
import type { Icon } from '../icons'
import styles from './Tag.module.css'

export type TagKind = 'plain' | 'accent' | 'ok' | 'warn' | 'bad' | 'info'

interface TagProps {
  kind?: TagKind
  icon?: Icon
  /** What a tag of a letter or two means; shown on hover, and read out in its place. */
  says?: string
  children: ReactNode
}

export function Tag({ kind = 'plain', icon: Glyph, says, children }: TagProps) {
  return (
    <span className={styles.tag} data-kind={kind} title={says}>
      {Glyph && <Glyph size={12} stroke={2} aria-hidden />}
      {says ? <span aria-hidden>{children}</span> : children}
      {says && <span className="visually-hidden">{says}</span>}
    </span>
  )
}
