/** What a page shows, as a segmented control: one of several, chosen in place. Pages that have an address stand in a SegmentedNav. */
import styles from './Segments.module.css'

interface Segment {
  name: string
  label: string
}

interface SegmentsProps<One extends Segment> {
  /** What is chosen: `Kinds of changes`. */
  label: string
  segments: readonly One[]
  /** The name of the one that is shown. */
  current: string | undefined
  onChoose: (segment: One) => void
}

export function Segments<One extends Segment>({ label, segments, current, onChoose }: SegmentsProps<One>) {
  return (
    <div className={styles.segments} role="group" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.name}
          type="button"
          className={styles.segment}
          aria-pressed={segment.name === current}
          onClick={() => onChoose(segment)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  )
}
