/** A text that came whole into a field and stands for nothing there: it stays in the field, which says so and is not saved. */
import { useState } from 'react'
import { useComplaint, type Complain } from '../form/fieldContext'

export interface RefusedText {
  /** The text; undefined when the field shows its value. */
  text: string | undefined
  /** What is wrong with it. */
  complaint: string | undefined
  refuse: (text: string) => void
  /** Takes the text away: the field has a value again. */
  withdraw: () => void
}

export function useRefusedText(complain: Complain, whatItIsNot: string): RefusedText {
  const [text, refuse] = useState<string>()
  const complaint = text === undefined ? undefined : `“${text.trim()}” is not ${whatItIsNot}.`
  useComplaint(complain, complaint)
  return { text, complaint, refuse, withdraw: () => refuse(undefined) }
}
