/** An id one often needs elsewhere, with a button that copies it. */
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '../icons'
import styles from './IdChip.module.css'

export function IdChip({ id, label = 'id' }: { id: string; label?: string }) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const Glyph = copied ? IconCheck : IconCopy
  return (
    <button
      type="button"
      className={styles.chip}
      onClick={() => copy(id)}
      aria-label={`Copy ${label} ${id}`}
      title={copied ? 'Copied' : `Copy ${label}`}
    >
      {id}
      <Glyph size={13} stroke={1.75} aria-hidden />
    </button>
  )
}
