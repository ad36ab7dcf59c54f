/** One of a list. The value is the option's value, or null when nothing is chosen. */
import { Select } from '@mantine/core'
import { chevron, FieldCell, lacking, useFieldFrame, type FieldProps } from './frame'

export interface Option<Value extends string | number = string | number> {
  value: Value
  label: string
  disabled?: boolean
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[]
  /** Offers a cross that empties the field. */
  clearable?: boolean
  /** Lets one type to find the option; on by itself for more than ten. */
  searchable?: boolean
  /** Shown when there are no options. */
  nothing?: string
  /** Told what was chosen, for fields that follow from it. */
  onChoose?: (value: Option['value'] | null) => void
}

const noResults = 'No results.'
/** A choice of more letters is cut beside another field at 390 px. */
const longChoice = 16

export function SelectField({
  options,
  clearable = false,
  searchable = options.length > 10,
  nothing = noResults,
  onChoose,
  ...props
}: SelectFieldProps) {
  const { frame, label, value, set } = useFieldFrame({ placeholder: 'Select...', ...props })
  return (
    <FieldCell field={props} long={options.some(({ label }) => label.length > longChoice)}>
      <Select
        {...frame}
        rightSection={frame.rightSection ?? chevron}
        data={options.map((option) => ({ ...option, value: String(option.value) }))}
        clearable={clearable}
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        searchable={searchable}
        openOnFocus={false}
        // By keyboard, choosing the chosen one again empties the field; the cross is for the mouse.
        allowDeselect={clearable}
        nothingFoundMessage={lacking(props.query) ?? (options.length === 0 ? nothing : noResults)}
        maxDropdownHeight={280}
        value={value === null || value === undefined || value === '' ? null : String(value)}
        onChange={(picked) => {
          const chosen = options.find((option) => String(option.value) === picked)?.value ?? null
          set(chosen)
          onChoose?.(chosen)
        }}
      />
    </FieldCell>
  )
}
