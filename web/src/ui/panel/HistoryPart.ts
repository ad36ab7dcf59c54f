/**
 * The history of a record inside of its panel. Who may see it and where it is read is decided above (routes/signedIn); a panel only
 * names its record: `<FormPanel history={{ subject: 'broker', id }}>` gives it a History tab.
 */
import { createContext, use, type ReactNode } from 'react'

/** A record, as the audit trail names it. */
export interface HistoryOf {
  /** Its kind, such as `member` or `group`. */
  subject: string
  id: number
}

type DrawHistory = (of: HistoryOf) => ReactNode

export const HistoryPart = createContext<DrawHistory | undefined>(undefined)

/** What draws a history; undefined for those who may not see one. */
export function useHistoryPart(): DrawHistory | undefined {
  return use(HistoryPart)
}
