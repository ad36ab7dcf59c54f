/** Several of a list. The value is an array of the options' values; what is no option (yet) stays chosen until it is taken away. */
import { MultiSelect } from '@mantine/core'
import { chevron, FieldCell, lacking, useFieldFrame, type FieldProps } from './frame'
import type { Option } from './SelectField'

/** So many options are offered at once: more would make the list slow to open, and typing finds the others. */
const mostOffered = 100

export function MultiSelectField({
  options,
  nothing = 'No results.',
  ...props
}: FieldProps & { options: readonly Option[]; nothing?: string }) {
  const { frame, label, value, set } = useFieldFrame({ placeholder: 'Select...', ...props })
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  // What is chosen has no name before the options are there.
  const lacks = lacking(props.query)
  const shown = lacks ? [] : chosen
  const isOption = (one: unknown) => options.some((option) => option.value === one)
  return (
    <FieldCell field={props}>
      <MultiSelect
        {...frame}
        rightSection={frame.rightSection ?? chevron}
        placeholder={shown.length > 0 ? undefined : frame.placeholder}
        data={options.map((option) => ({ ...option, value: String(option.value) }))}
        limit={mostOffered}
        searchable
        clearable
        hidePickedOptions
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        nothingFoundMessage={lacks ?? nothing}
        maxDropdownHeight={280}
        value={shown.map(String)}
        onChange={(picked) => {
          const others = chosen.filter((one) => !isOption(one))
          set([...others, ...options.map((option) => option.value)].filter((one) => picked.includes(String(one))))
        }}
      />
    </FieldCell>
  )
}
