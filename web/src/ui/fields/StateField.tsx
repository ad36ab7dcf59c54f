/** A state: shown by name, kept as its abbreviation. */
import { states } from '../../lib/states'
import type { FieldProps } from './frame'
import { SelectField } from './SelectField'

const options = states.map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))

export function StateField(props: FieldProps) {
  return <SelectField {...props} options={options} searchable clearable />
}
