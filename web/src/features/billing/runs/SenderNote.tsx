/** What invoices lack of their sender, and how the start of the program sets it (rules.md#remit-to); nothing where all of it is set. */
import { Note } from '../../../ui/state/Note'
import type { BillingSettings } from './queries'

export function SenderNote({ settings }: { settings: BillingSettings | undefined }) {
  return (
    settings?.RemitToMissing && (
      <Note kind="warn" title="Invoices do not name their sender as a whole.">
        {settings.RemitToMissing}
      </Note>
    )
  )
}
