/** The statements of a month as one file, which the browser fetches itself since it may be very long. */
import { businessDay } from '../../../lib/format/dates'
import { browseToFile } from '../../../lib/browser/download'
import { refuse } from '../../../lib/failure'
import { addMonths, day, lastDay, monthOf } from '../../../lib/format/months'
import { MonthField } from '../../../ui/fields/MonthField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { bulkCsv } from '../../../shared/statements/queries'
import { csvDay, previousMonth } from '../../../shared/statements/words'

/** Months back that are offered. */
const monthsBack = 120

export function BulkCsvPanel() {
  const today = businessDay(new Date())
  const form = useApiForm({
    key: 'statements of a month as a file',
    blank: { BillingPeriod: day(previousMonth(today), 1) },
    save: async ({ BillingPeriod }) => {
      if (BillingPeriod === '') refuse('BillingPeriod', 'Choose a billing month.')
      browseToFile(bulkCsv(csvDay(monthOf(BillingPeriod), today)))
    },
  })
  return (
    <FormPanel form={form} title="Download Statements" action="Download">
      <FormSection help="The lines of all commission statements of a month, as CSV.">
        <MonthField
          name="BillingPeriod"
          label="Billing month"
          min={day(addMonths(monthOf(today), -monthsBack), 1)}
          max={lastDay(monthOf(today))}
          span={3}
        />
      </FormSection>
    </FormPanel>
  )
}
