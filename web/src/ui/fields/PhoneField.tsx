/** A phone number in the shape (###) ###-####; the value is what is shown. A 1 or +1 before it is passed over. */
import { useState } from 'react'
import { phone, phoneMask, readPhone } from '../../lib/masks'
import { asText, FieldCell, useFieldFrame, withComplaint, type FieldProps } from './frame'
import { MaskedInput } from './MaskedInput'

export function PhoneField(props: FieldProps) {
  const { frame, value, set } = useFieldFrame(props)
  const [refused, setRefused] = useState<string>()
  return (
    <FieldCell field={props}>
      <MaskedInput
        {...withComplaint(frame, refused && `“${refused}” is not a phone number of ten digits.`)}
        mask={phoneMask}
        neverFirst="1"
        type="tel"
        inputMode="tel"
        placeholder={props.placeholder ?? '(###) ###-####'}
        value={phone(asText(value))}
        onMasked={(masked) => {
          setRefused(undefined)
          set(masked)
        }}
        readWhole={readPhone}
        onRefused={setRefused}
      />
    </FieldCell>
  )
}
