/** The basics of a group; those who may edit it see all of its settings and the way to its editor. */
import { useQuery } from '@tanstack/react-query'
import { date, moment } from '../../lib/format/dates'
import { money } from '../../lib/format/money'
import { useCan } from '../../session/session'
import { IconButton } from '../../ui/action/Button'
import { Details, type Detail } from '../../ui/value/Details'
import { IconPencil } from '../../ui/icons'
import { usePanels } from '../../ui/panel/usePanels'
import { Widget } from '../../ui/page/Widget'
import { group, isWhole, type Group, type GroupBasics } from './queries'
import { Renewal } from './renewal'

export function InfoWidget({ employerId }: { employerId: number }) {
  const can = useCan()
  const { open } = usePanels()
  const query = useQuery(group(employerId))
  return (
    <Widget
      title="Info"
      query={query}
      action={can('EditGroups') && <IconButton small icon={IconPencil} label="Edit" onClick={() => open('group')} />}
    >
      {query.data && <Details items={isWhole(query.data) ? wholeFacts(query.data) : basicFacts(query.data)} />}
    </Widget>
  )
}

function basicFacts(group: GroupBasics): Detail[] {
  return [
    { term: 'Group ID', value: group.GroupId },
    { term: 'Broker', value: group.Broker.Name },
    ...(group.MasterBroker ? [{ term: 'Master broker', value: group.MasterBroker.Name, sub: true }] : []),
    { term: 'Effective', value: date(group.EffectiveDate) },
    ...(group.TerminationDate ? [{ term: 'Termination', value: date(group.TerminationDate) }] : []),
    { term: 'Renewal', value: group.RenewalDate && <Renewal on={group.RenewalDate} alone /> },
  ]
}

// Shown where a group has no fee of its own (rules.md#fee-defaults).
const usualCopay = 49
const usualAfterHoursFee = 0

function wholeFacts(group: Group): Detail[] {
  const { MedicalFeeTotal, MedicalFeePatient, MedicalFeeDependent, MedicalFeeAfterHours, EffectiveSettings } = group
  const copay = (fee: { Rate: number } | null | undefined) => money(fee?.Rate ?? usualCopay)
  const dependents = EffectiveSettings.ProcessDependentsInCensus
  return [
    ...basicFacts(group),
    { term: 'Tax ID', value: group.TaxIdNumber && hiddenTaxId(group.TaxIdNumber) },
    { term: 'Medical copay', value: copay(MedicalFeeTotal) },
    { term: 'Primary / dependents', value: `${copay(MedicalFeePatient)} / ${copay(MedicalFeeDependent)}`, sub: true },
    { term: 'After-hours fee', value: money(MedicalFeeAfterHours?.Rate ?? usualAfterHoursFee) },
    { term: 'Process dependents', value: `${yesNo(dependents.Value)}${dependents.IsOverridden ? ' · broker' : ''}` },
    { term: 'Invoice access', value: yesNo(group.EnableInvoiceAccess) },
    { term: 'Explicit import', value: yesNo(group.ExplicitImport) },
    { term: 'Manual adds', value: yesNo(group.AllowManualAdds) },
    { term: 'Subscriptions', value: yesNo(group.AllowSubscriptions) },
    {
      term: 'Public registration',
      value: group.AllowPublicRegistration ? ['Yes', group.PublicRegistrationCode].filter(Boolean).join(', ') : 'No',
    },
    { term: 'Collect insurance', value: yesNo(group.CollectInsurance) },
    { term: 'Real-time eligibility', value: yesNo(group.RealTimeEligibility) },
    { term: 'Ignore eligibility copay', value: yesNo(group.IgnoreInsuranceEligibilityCopay) },
    { term: 'Insurance billing', value: yesNo(group.InsuranceBillingEnabled) },
    ...(group.InsuranceSyncedOn ? [{ term: 'Insurance synced', value: moment(group.InsuranceSyncedOn) }] : []),
    { term: 'Member count source', value: group.UtilizationMemberSource === 1 ? 'Patient Platform' : 'Group Portal' },
    { term: 'Global ID', value: group.GlobalLinkIdentifier },
  ]
}

/** The last four digits; the editor shows all of them. */
function hiddenTaxId(number: string): string {
  return `••-•••${number.slice(-4)}`
}

function yesNo(value: boolean): string {
  return value ? 'Yes' : 'No'
}
