/** Several lines of text; grows with what is written. */
import { Textarea } from '@mantine/core'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'

export function TextareaField({ rows = 4, maxLength, ...props }: FieldProps & { rows?: number; maxLength?: number }) {
  const { frame, value, set } = useFieldFrame(props)
  return (
    <FieldCell field={props}>
      <Textarea
        {...frame}
        autosize
        minRows={rows}
        maxRows={16}
        maxLength={maxLength}
        value={asText(value)}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </FieldCell>
  )
}
