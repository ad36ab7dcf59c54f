/**
 * The search over everything, from the keyboard alone: a field with the list of what it finds below. The field keeps the focus; arrows
 * move through the list, Enter opens, Ctrl Enter opens in a new tab, Esc closes and gives the focus back.
 */
import { Portal } from '@mantine/core'
import { useDebouncedValue, useFocusTrap } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent, type MouseEvent, type Ref } from 'react'
import { failureMessage } from '../../lib/failure'
import { openedBy } from '../../lib/opened'
import { cutNote, type Term } from '../../lib/term'
import { useCan, useMe } from '../../session/session'
import { Button } from '../../ui/action/Button'
import { IconSearch } from '../../ui/icons'
import { OptionList, optionId } from './OptionList'
import { sectionsAtFirst, sectionsFor, shownOf, type Command, type Option, type Section } from './options'
import { found, named } from './queries'
import styles from './SearchDialog.module.css'

/** So long one types on before it is asked, in milliseconds. */
const pause = 120
interface SearchDialogProps {
  commands: readonly Command[]
  /** What is searched for. The frame holds it, since one types before this is loaded. */
  term: Term
  onType: (text: string) => void
  field: Ref<HTMLInputElement>
  onClose: () => void
}

export function SearchDialog({ commands, term: { text, isCut }, onType, field, onClose }: SearchDialogProps) {
  const listed = useListed(text, commands)
  const options = listed.sections.flatMap((section) => section.options)
  const [chosen, setChosen] = useState({ of: '', place: 0 })
  const asked = options.map(({ key }) => key).join()
  const place = chosen.of === asked ? chosen.place : 0
  const go = useGo(onClose)
  const listId = useId()
  const current = options[place]

  const move = (to: number) => setChosen({ of: asked, place: (to + options.length) % options.length })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, number> = { ArrowDown: place + 1, ArrowUp: place - 1 }
    const to = moves[event.key]
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && current && !listed.isLate) go(current, event.ctrlKey || event.metaKey)
    else if (to !== undefined && options.length > 0) move(to)
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Portal>
      <div className={styles.layer}>
        <div className={styles.scrim} onClick={onClose} aria-hidden />
        <section ref={useFocusTrap()} role="dialog" aria-modal="true" aria-label="Search" className={styles.dialog}>
          <div className={styles.field}>
            <IconSearch size={18} stroke={1.75} aria-hidden />
            <input
              ref={field}
              data-autofocus
              role="combobox"
              aria-label="Search groups, members, invoices and more"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={current ? optionId(listId, place) : undefined}
              placeholder="Name, date of birth, number, id…"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => onType(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <button type="button" className={styles.close} aria-label="Close" onClick={onClose} tabIndex={-1}>
              <kbd>Esc</kbd>
            </button>
          </div>
          <p role="status" className={styles.cut}>
            {isCut ? cutNote : listed.unread}
          </p>
          <OptionList
            id={listId}
            sections={listed.sections}
            words={text}
            place={place}
            dimmed={listed.isLate}
            onPoint={(at) => setChosen({ of: asked, place: at })}
            onPick={(option, event: MouseEvent) => go(option, event.ctrlKey || event.metaKey)}
          />
          <Message listed={listed} text={text} />
          <div className={styles.foot}>
            <span className={styles.keys}>
              <kbd>↑</kbd>
              <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Ctrl Enter</kbd> new tab
            </span>
            <span role="status" className={styles.count}>
              {listed.count}
            </span>
          </div>
        </section>
      </div>
    </Portal>
  )
}

interface Listed {
  sections: readonly Section[]
  /** How many of how many, or that one waits. */
  count: string
  /** That words of the text are not searched; empty where all are. */
  unread: string
  /** What is shown belongs to a former text. */
  isLate: boolean
  failure?: { message: string; again: () => void } | undefined
  isEmpty: boolean
}

/** What is listed for the text, or what was opened last while there is none. */
function useListed(text: string, commands: readonly Command[]): Listed {
  const { User, Impersonator } = useMe()
  const can = useCan()
  const typed = text.trim()
  const [term] = useDebouncedValue(typed, pause)
  const [opened] = useState(() => (Impersonator ? [] : openedBy(User.Id)))
  const last = useQuery({ ...named(opened), enabled: opened.length > 0 })
  const query = useQuery({ ...found(term), enabled: term !== '' && typed !== '', placeholderData: keepPreviousData })
  if (typed === '') {
    const hits = last.data ?? []
    const waits = opened.length > 0 && last.isPending
    return {
      sections: waits ? [] : sectionsAtFirst(hits, commands, can),
      count: waits ? 'Loading…' : '',
      unread: '',
      isLate: false,
      isEmpty: false,
    }
  }
  const isLate = term !== typed || query.isPending || query.isPlaceholderData
  const failure = query.isError && term === typed
  const answer = failure ? undefined : query.data
  const sections = sectionsFor(typed, answer, commands, can)
  return {
    sections,
    count: isLate && !failure ? 'Searching…' : answer ? shownOf(answer) : '',
    unread: answer?.HasMoreWords ? 'Only the first six words are searched.' : '',
    isLate: isLate && !failure,
    failure: failure ? { message: failureMessage(query.error), again: () => void query.refetch() } : undefined,
    isEmpty: !isLate && !failure && sections.length === 0,
  }
}

function Message({ listed: { failure, isEmpty }, text }: { listed: Listed; text: string }) {
  if (failure)
    return (
      <div className={styles.message} role="alert">
        <p>The search did not answer. {failure.message}</p>
        <Button small onClick={failure.again}>
          Try again
        </Button>
      </div>
    )
  if (!isEmpty) return null
  return (
    <div className={styles.message}>
      <p>
        <b>Nothing found for “{text.trim()}”</b> among what you may see.
      </p>
      <p>One wrong letter in a name does no harm; a date of birth, an id or a telephone number must be whole.</p>
    </div>
  )
}

/** Opens what was chosen: here, or in a tab of its own. */
function useGo(close: () => void) {
  const router = useRouter()
  return ({ to }: Option, inNewTab: boolean) => {
    if (inNewTab) return void window.open(to, '_blank', 'noopener')
    close()
    void router.navigate({ href: to })
  }
}
