/**
 * One of very many: asks the server 700 ms after the last key, offers ten suggestions and keeps no answer. The value is the
 * suggestion's value; its label is kept beside it under `labelName`, so that a loaded record shows its name at once.
 */
import { Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useField } from '../form/fieldContext'
import { Spinner } from '../Spinner'
import { asText, chevron, FieldCell, useFieldFrame, type FieldProps } from './frame'
import type { Option } from './SelectField'

type Search<Suggestion> = (term: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

interface AsyncSelectFieldProps<Suggestion extends Option> extends FieldProps {
  /** The key under which the chosen label is kept. */
  labelName: string
  search: Search<Suggestion>
  /** Shown when nothing matches, such as 'No customer records matched your search.' */
  nothing: string
  /** Told which suggestion was chosen, for fields that follow from it. */
  onChoose?: (chosen: Suggestion | null) => void
}

const typingPause = 700
const mostSuggestions = 10

export function AsyncSelectField<Suggestion extends Option>({
  labelName,
  search,
  nothing,
  onChoose,
  ...props
}: AsyncSelectFieldProps<Suggestion>) {
  const chosenLabel = useField(labelName, props.name)
  const shownLabel = asText(chosenLabel.value)
  const { term, type, wanted, found, waiting, failed, again } = useSuggestions(search, shownLabel)
  const retry = () => {
    document.getElementById(frame.id)?.focus()
    again()
  }
  const { frame, label, value, set } = useFieldFrame({
    placeholder: 'Type to search.',
    ...props,
    query: failed && { ...failed, refetch: retry },
  })
  const chosen =
    value === null || value === undefined || value === '' ? undefined : { value: String(value), label: shownLabel }
  const offered = found.map((option) => ({ ...option, value: String(option.value) }))
  const choose = (picked: string | null) => {
    const option = found.find((one) => String(one.value) === picked)
    set(option?.value ?? null)
    chosenLabel.set(option?.label ?? '')
    onChoose?.(option ?? null)
  }
  return (
    <FieldCell field={props}>
      <Select
        {...frame}
        rightSection={frame.rightSection ?? (waiting ? <Spinner /> : chevron)}
        data={chosen && !offered.some((option) => option.value === chosen.value) ? [...offered, chosen] : offered}
        filter={({ options }) =>
          wanted
            ? options.filter((option) => 'value' in option && offered.some((one) => one.value === option.value))
            : options
        }
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        searchValue={term}
        onSearchChange={type}
        nothingFoundMessage={waiting ? 'Searching…' : failed || !wanted ? undefined : nothing}
        value={chosen?.value ?? null}
        onChange={choose}
      />
    </FieldCell>
  )
}

/** What the server suggests for what is typed. `shownLabel` is what stands in the field without anybody having typed it. */
function useSuggestions<Suggestion extends Option>(search: Search<Suggestion>, shownLabel: string) {
  const scope = useId()
  const [term, setTerm] = useState('')
  const [asked, setAsked] = useState('')
  const askLater = useDebouncedCallback(setAsked, typingPause)
  const isWish = (text: string) => text !== '' && text !== shownLabel
  const wanted = isWish(term.trim())
  const call = useQuery({
    queryKey: ['suggestions', scope, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: wanted && term.trim() === asked,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const type = (text: string) => {
    setTerm(text)
    // Leaving the field empties what is typed; that is no question, and must not take a failure away before one can try again.
    if (isWish(text.trim())) askLater(text.trim())
    else askLater.cancel()
  }
  const again = () => {
    setTerm(asked)
    void call.refetch()
  }
  const waiting = (wanted && term.trim() !== asked) || call.isFetching
  return {
    term,
    type,
    wanted,
    found: wanted ? (call.data ?? []).slice(0, mostSuggestions) : [],
    waiting,
    failed: call.isError && !waiting ? call : undefined,
    again,
  }
}
