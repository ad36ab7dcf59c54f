/** The list below the search field: options under headings, one of them chosen. */
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import type { Option, Section } from './options'
import styles from './SearchDialog.module.css'

/** The id of the option at a place of a list. */
export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`
}

interface OptionListProps {
  id: string
  sections: readonly Section[]
  /** What was typed, to be marked in the titles. */
  words: string
  place: number
  dimmed: boolean
  onPoint: (place: number) => void
  onPick: (option: Option, event: MouseEvent) => void
}

export function OptionList({ id, sections, words, place, dimmed, onPoint, onPick }: OptionListProps) {
  const starts = sections.map((_, index) => sections.slice(0, index).reduce((sum, one) => sum + one.options.length, 0))
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Found"
      className={styles.list}
      data-dimmed={dimmed || undefined}
      data-empty={sections.length === 0 || undefined}
    >
      {sections.map(({ title, options }, index) => (
        <div key={title} role="group" aria-labelledby={`${id}-heading-${index}`}>
          <div id={`${id}-heading-${index}`} role="presentation" className={styles.heading}>
            {title}
          </div>
          {options.map((option, within) => {
            const at = (starts[index] ?? 0) + within
            return (
              <Line
                key={option.key}
                id={optionId(id, at)}
                option={option}
                words={words}
                chosen={at === place}
                onPoint={() => onPoint(at)}
                onPick={(event) => onPick(option, event)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface LineProps {
  id: string
  option: Option
  words: string
  chosen: boolean
  onPoint: () => void
  onPick: (event: MouseEvent) => void
}

function Line({ id, option: { icon: Glyph, title, details }, words, chosen, onPoint, onPick }: LineProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  // The field keeps the focus and has the keys: an option is never focused itself.
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the combobox
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.option}
      onMouseMove={onPoint}
      onClick={onPick}
    >
      <Glyph size={16} stroke={1.75} aria-hidden />
      <span className={styles.title}>{marked(title, words)}</span>
      {details && <span className={styles.details}>{details}</span>}
      {chosen && <kbd aria-hidden>Enter</kbd>}
    </div>
  )
}

/** A title with the typed words marked where they stand in it. */
function marked(title: string, typed: string): ReactNode {
  const words = typed.split(/[\s,]+/).filter(Boolean)
  const lower = title.toLowerCase()
  const found = words
    .map((word) => ({ from: lower.indexOf(word.toLowerCase()), length: word.length }))
    .filter(({ from }) => from >= 0 && lower.length === title.length)
    .sort((a, b) => a.from - b.from)
  const parts: ReactNode[] = []
  let end = 0
  for (const { from, length } of found) {
    if (from < end) continue
    parts.push(title.slice(end, from), <mark key={from}>{title.slice(from, from + length)}</mark>)
    end = from + length
  }
  return [...parts, title.slice(end)]
}
