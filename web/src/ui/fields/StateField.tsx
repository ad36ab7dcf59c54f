/** A state: shown by name, found by name or abbreviation, kept as its abbreviation. */
import { states } from '../../lib/format/states'
import type { FieldProps } from './frame'
import { SelectField } from './SelectField'

const options = states.map(({ abbreviation, name }) => ({ value: abbreviation, label: name, short: abbreviation }))

export function StateField(props: FieldProps) {
  return <SelectField {...props} options={options} clearable />
}
