/** A statement one agrees to. The value is a boolean. */
import { Checkbox } from '@mantine/core'
import { FieldCell, useFieldFrame, type FieldProps } from './frame'

export function CheckboxField(props: FieldProps) {
  const { frame, label, value, set } = useFieldFrame(props)
  return (
    <FieldCell field={props}>
      <Checkbox
        id={frame.id}
        name={frame.name}
        label={label}
        description={frame.description}
        error={frame.error}
        aria-invalid={frame.error ? true : undefined}
        disabled={frame.disabled}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </FieldCell>
  )
}
