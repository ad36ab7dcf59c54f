/**
 * One of very many: asks the server 700 ms after the last key, offers ten suggestions and keeps no answer. The value is the
 * suggestion's value; its label is kept beside it under `labelName`, so that a loaded record shows its name at once.
 */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useField } from '../form/fieldContext'
import { Spinner } from '../Spinner'
import { asText, chevron, FieldCell, useFieldFrame, type FieldProps } from './frame'
import type { Option } from './SelectField'

interface AsyncSelectFieldProps<Suggestion extends Option> extends FieldProps {
  /** The key under which the chosen label is kept. */
  labelName: string
  search: (term: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
  /** Shown when nothing matches, such as 'No customer records matched your search.' */
  nothing: string
  /** Told which suggestion was chosen, for fields that follow from it. */
  onChoose?: (chosen: Suggestion | null) => void
}

const typingPause = 700
const mostSuggestions = 10

export function AsyncSelectField<Suggestion extends Option>({ labelName, search, nothing, onChoose, ...props }: AsyncSelectFieldProps<Suggestion>) {
  const { frame, value, set } = useFieldFrame({ placeholder: 'Type to search.', ...props })
  const chosenLabel = useField(labelName, frame.name)
  const shownLabel = asText(chosenLabel.value)
  const [term, setTerm] = useState('')
  const [asked] = useDebouncedValue(term.trim(), typingPause)
  const wanted = asked !== '' && asked !== shownLabel
  const scope = useId()
  const { data, isFetching } = useQuery({
    queryKey: ['suggestions', scope, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: wanted,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const found = wanted ? (data ?? []).slice(0, mostSuggestions) : []
  const chosen = value === null || value === undefined || value === '' ? undefined : { value: String(value), label: shownLabel }
  const offered = found.map((option) => ({ ...option, value: String(option.value) }))
  const waiting = term.trim() !== asked || isFetching
  return (
    <FieldCell field={props}>
      <Select
        {...frame}
        rightSection={frame.rightSection ?? (waiting ? <Spinner /> : chevron)}
        data={chosen && !offered.some((option) => option.value === chosen.value) ? [...offered, chosen] : offered}
        filter={({ options }) => (wanted ? options.filter((option) => 'value' in option && offered.some((one) => one.value === option.value)) : options)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear' }}
        searchValue={term}
        onSearchChange={setTerm}
        nothingFoundMessage={waiting ? 'Searching…' : wanted ? nothing : 'Type to search.'}
        value={chosen?.value ?? null}
        onChange={(picked) => {
          const option = found.find((one) => String(one.value) === picked)
          set(option?.value ?? null)
          chosenLabel.set(option?.label ?? '')
          onChoose?.(option ?? null)
        }}
      />
    </FieldCell>
  )
}
