/** What the report is about: its days, and the plans, codes and regions it is narrowed to. Saving shows that report. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { businessDay } from '../../lib/format/dates'
import { Button } from '../../ui/action/Button'
import { DateField } from '../../ui/fields/DateField'
import { MultiSelectField } from '../../ui/fields/MultiSelectField'
import { FormBody, FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'
import { blank } from './figures'
import { earliestDay } from './priorYear'
import { regions, report, type Region } from './queries'
import { filterOf, type ReportFilter } from './reportSearch'

/** Under the names of the call. */
interface Wish {
  StartDate: string
  EndDate: string
  GroupCodes: readonly string[]
  InsurancePlans: readonly string[]
  Regions: readonly string[]
}

interface SettingsPanelProps {
  employerId: number
  filter: ReportFilter
  onFilter: (filter: ReportFilter) => void
}

export function SettingsPanel({ employerId, filter, onFilter }: SettingsPanelProps) {
  const { close } = usePanelPlace()
  const client = useQueryClient()
  const choices = useQuery(report(employerId, filter))
  const states = useQuery(regions)
  const form = useApiForm({
    key: `report of group ${employerId}`,
    blank: wishOf(filter),
    // Asked for here, so that what is wrong with it stands under its fields, and kept for the page.
    save: async (wish) => {
      const next = filterFrom(wish)
      await client.fetchQuery({ ...report(employerId, next), staleTime: 0 })
      return next
    },
    onSaved: onFilter,
  })
  const { InsurancePlans: plans, GroupCodes: codes, Regions: places } = form.values
  return (
    <SidePanel
      title="Settings"
      footer={
        <>
          <Button kind="primary" type="submit" form={form.id} busy={form.saving}>
            Save
          </Button>
          <Button onClick={close}>Cancel</Button>
        </>
      }
    >
      <FormBody form={form} onSubmit={() => void form.submit()}>
        <FormSection>
          <DateField name="StartDate" label="Start Date" min={earliestDay} span={3} />
          <DateField name="EndDate" label="End Date" min={earliestDay} span={3} />
          <MultiSelectField
            name="GroupCodes"
            label="Group Codes"
            placeholder="All group codes"
            query={choices}
            options={named(choices.data?.GroupCodes, codes)}
          />
          <Clear what="Group Codes" chosen={codes} onClear={() => form.set('GroupCodes', [])} />
          <MultiSelectField
            name="InsurancePlans"
            label="Insurance Plans"
            placeholder="All plans"
            query={choices}
            options={named(choices.data?.InsurancePlans, plans)}
          />
          <Clear what="Plans" chosen={plans} onClear={() => form.set('InsurancePlans', [])} />
          <MultiSelectField
            name="Regions"
            label="Regions"
            placeholder="All regions"
            query={states}
            options={(states.data ?? []).map(regionOption)}
          />
          <Clear what="Regions" chosen={places} onClear={() => form.set('Regions', [])} />
        </FormSection>
      </FormBody>
    </SidePanel>
  )
}

function Clear({ what, chosen, onClear }: { what: string; chosen: readonly string[]; onClear: () => void }) {
  return (
    <div>
      <Button small kind="quiet" disabled={chosen.length === 0} onClick={onClear}>
        Clear Selected {what}
      </Button>
    </div>
  )
}

function wishOf({ startDate, endDate, insurancePlans, groupCodes, regions: places }: ReportFilter): Wish {
  return {
    StartDate: startDate,
    EndDate: endDate,
    GroupCodes: groupCodes,
    InsurancePlans: insurancePlans,
    Regions: places,
  }
}

/** A day that was emptied is the usual one again. */
function filterFrom({ StartDate, EndDate, GroupCodes, InsurancePlans, Regions }: Wish): ReportFilter {
  const days = { ...(StartDate && { startDate: StartDate }), ...(EndDate && { endDate: EndDate }) }
  return filterOf(
    { ...days, insurancePlans: [...InsurancePlans], groupCodes: [...GroupCodes], regions: [...Regions] },
    businessDay(new Date()),
  )
}

/** The texts of the report and those that are chosen already, as choices; the one of consults without a text has a name too. */
function named(found: readonly string[] | undefined, chosen: readonly string[]): { value: string; label: string }[] {
  const texts = new Set([...(found ?? []).map((text) => text || blank), ...chosen])
  return [...texts].map((text) => ({ value: text, label: text }))
}

/** `(FL) Florida`. */
function regionOption({ abbreviation, name }: Region): { value: string; label: string } {
  return { value: abbreviation, label: `(${abbreviation}) ${name}` }
}
