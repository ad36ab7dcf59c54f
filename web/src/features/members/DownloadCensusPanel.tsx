/** Downloads the roster of a group as it was on a day: today, or the end of an earlier month. */
import { download } from '../../api/downloads'
import { businessDay, date } from '../../lib/format/dates'
import { Button } from '../../ui/action/Button'
import { MonthField } from '../../ui/fields/MonthField'
import { SelectField } from '../../ui/fields/SelectField'
import { FormBody, FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { IconDownload } from '../../ui/icons'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'
import { censusDay } from './censusDay'
import { censusAddress } from './queries'

const statuses = [
  { value: 0, label: 'Active' },
  { value: 1, label: 'In-Active' },
]

/** Under the names of the call: the chosen month stands for the end date that it becomes. */
interface Wish {
  EndDate: string
  Status: number | null
}

const everybodyNow: Wish = { EndDate: '', Status: null }

export function DownloadCensusPanel({ employerId }: { employerId: number }) {
  const { close } = usePanelPlace()
  const today = businessDay(new Date())
  const form = useApiForm({
    key: `member census of group ${employerId}`,
    blank: everybodyNow,
    save: ({ EndDate, Status }) => download(censusAddress(employerId, censusDay(EndDate, today), Status)),
  })
  const asOf = censusDay(form.values.EndDate, today)
  return (
    <SidePanel
      title="Download Member Census"
      footer={
        <>
          <Button kind="primary" type="submit" form={form.id} icon={IconDownload} busy={form.saving}>
            Download
          </Button>
          <Button onClick={close}>Close</Button>
        </>
      }
      footerState={`As of ${date(asOf)}`}
    >
      <FormBody form={form} onSubmit={() => void form.submit()}>
        <FormSection>
          <MonthField name="EndDate" label="Month" placeholder="Current month" max={today} clearable span={3} />
          <SelectField
            name="Status"
            label="Member status"
            help="Leave this empty to include all members."
            options={statuses}
            clearable
            span={3}
          />
        </FormSection>
      </FormBody>
    </SidePanel>
  )
}
