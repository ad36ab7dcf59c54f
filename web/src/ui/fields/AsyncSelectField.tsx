/**
 * One of very many: asks the server 700 ms after the last key, at once on Enter or on leaving, offers ten suggestions and keeps no answer. The value is the
 * suggestion's value; its label is kept beside it under `labelName`, so that a loaded record shows its name at once.
 */
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useField } from '../form/fieldContext'
import { Spinner } from '../state/Spinner'
import { ChoiceInput } from './choosing/ChoiceBox'
import type { Option } from './choosing/matching'
import { useChoosing } from './choosing/useChoosing'
import { asText, chevron, FieldCell, given, useFieldFrame, withComplaint, type FieldProps } from './frame'

type Search<Suggestion> = (term: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

interface AsyncSelectFieldProps<Suggestion extends Option> extends FieldProps {
  /** The key under which the chosen label is kept. */
  labelName: string
  search: Search<Suggestion>
  /** Shown below the field when nothing matches, such as 'No customer records matched your search.' */
  nothing: string
  /** Told which suggestion was chosen, for fields that follow from it. */
  onChoose?: (chosen: Suggestion | null) => void
}

const typingPause = 700
const mostSuggestions = 10
const searchingText = 'Searching…'
const searching = <span role="status">{searchingText}</span>

export function AsyncSelectField<Suggestion extends Option>({
  labelName,
  search,
  nothing,
  onChoose,
  ...props
}: AsyncSelectFieldProps<Suggestion>) {
  const chosenLabel = useField(labelName, props.name)
  const { typed, wanted, type, askNow, found, waiting, failed, again } = useSuggestions(search)
  const retry = () => {
    document.getElementById(frame.id)?.focus()
    again()
  }
  const { frame, label, value, set, complain } = useFieldFrame(
    { placeholder: 'Type to search.', ...props, query: failed && { ...failed, refetch: retry } },
    given(props),
  )
  const isEmpty = value === null || value === undefined || value === ''
  // A value from elsewhere, such as a customer that was just created, takes the place of what was typed.
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    if (!isEmpty && typed !== undefined) type(undefined)
  }
  const choose = (option: Suggestion | undefined) => {
    set(option?.value ?? null)
    chosenLabel.set(option?.label ?? '')
    onChoose?.(option ?? null)
  }
  const clear = () => {
    type(undefined)
    choose(undefined)
  }
  const choosing = useChoosing<Suggestion>({
    typed,
    onType: type,
    shown: isEmpty ? '' : asText(chosenLabel.value),
    entries: found,
    isChosen: (option) => !isEmpty && String(option.value) === asText(value),
    onTake: choose,
    onEmpty: () => choose(undefined),
    isAsking: waiting,
    onHurry: askNow,
    complain,
  })
  // The press of a button below closes the list: the text stays, or the button moves away from the release.
  const isSaid = choosing.open || choosing.complaint === undefined
  const isWithout = isSaid && wanted && !waiting && !failed && found.length === 0
  // A list would lie over what follows the field, such as the button that creates what was not found.
  const said = choosing.isAwaited ? searching : isWithout ? <span role="status">{nothing}</span> : undefined
  return (
    <FieldCell field={props}>
      <ChoiceInput
        {...(said ? { ...frame, description: said } : withComplaint(frame, failed ? undefined : choosing.complaint))}
        rightSection={frame.rightSection ?? (waiting ? <Spinner /> : chevron)}
        choosing={choosing}
        listLabel={label}
        nothing={waiting ? searchingText : undefined}
        onClear={isEmpty && !typed ? undefined : clear}
      />
    </FieldCell>
  )
}

/** What the server suggests for what is typed. */
function useSuggestions<Suggestion extends Option>(search: Search<Suggestion>) {
  const scope = useId()
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState('')
  const askLater = useDebouncedCallback(setAsked, { delay: typingPause, flushOnUnmount: false })
  const term = typed?.trim() ?? ''
  const wanted = term !== ''
  const call = useQuery({
    queryKey: ['suggestions', scope, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: wanted && term === asked,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const type = (text: string | undefined) => {
    setTyped(text)
    if (text?.trim()) askLater(text.trim())
    else askLater.cancel()
  }
  const waiting = wanted && (term !== asked || call.isFetching)
  return {
    typed,
    /** Whether something is searched for. */
    wanted,
    type,
    /** Asks at once, without waiting for the next key. */
    askNow: () => askLater.flush(),
    found: wanted && term === asked ? (call.data ?? []).slice(0, mostSuggestions) : [],
    waiting,
    failed: call.isError && wanted && !waiting ? call : undefined,
    again: () => void call.refetch(),
  }
}
