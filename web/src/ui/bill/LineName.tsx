/** The name of a bill's line as the button that opens its members; a correction says so with a tag. */
import { correctionName, type BilledLine } from '../../lib/billing/billedLines'
import { IconChevronDown, IconChevronRight } from '../icons'
import { Tag } from '../value/Tag'
import styles from './LineName.module.css'

interface LineNameProps {
  line: BilledLine
  open: boolean
  onToggle: () => void
}

export function LineName({ line, open, onToggle }: LineNameProps) {
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={styles.line} aria-expanded={open} onClick={onToggle}>
      <Chevron size={14} stroke={1.75} aria-hidden />
      <span>{line.Name}</span>
      {line.ReferenceId && <span className={styles.reference}>Reference # {line.ReferenceId}</span>}
      <CorrectionTag line={line} />
    </button>
  )
}

function CorrectionTag({ line }: { line: BilledLine }) {
  const name = correctionName(line)
  return name && <Tag kind={name === 'Credit' ? 'info' : 'warn'}>{name}</Tag>
}
