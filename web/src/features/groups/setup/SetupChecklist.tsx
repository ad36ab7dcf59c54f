/** The way of a new group to its first bill: five steps, each with what it lacks and the button that leads on; gone once the bill stands. */
import { useQuery } from '@tanstack/react-query'
import { contacts } from '../../../api/choices'
import { download, templateBookHref } from '../../../api/downloads'
import { AddressButton } from '../../../ui/action/Button'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { IconCheck, IconDownload } from '../../../ui/icons'
import { Widget } from '../../../ui/page/Widget'
import { groupSetup, type Setup } from '../../../shared/setup/queries'
import styles from './SetupChecklist.module.css'

type Step = Setup['Steps'][number]

interface Way {
  title: string
  /** What its button says. */
  action: string
  /** Below the address of the group. */
  path: string
  panel: string
}

const ways: Readonly<Record<string, Way>> = {
  Details: { title: 'Details', action: 'Edit group', path: '', panel: 'group' },
  Pricing: { title: 'Pricing', action: 'Add pricing', path: '/billing/pricing', panel: 'pricing' },
  Plan: { title: 'Plan with ERP customer', action: 'Set up the plan', path: '/billing/plans', panel: 'plan' },
  Census: {
    title: 'Members, by census or by hand',
    action: 'Upload census',
    path: '/census-files',
    panel: 'census-upload',
  },
  FirstBill: { title: 'First bill', action: 'Create the bill', path: '/billing/snapshots', panel: 'snapshot' },
}

interface SetupChecklistProps {
  employerId: number
  mayAddContacts?: boolean
}

export function SetupChecklist({ employerId, mayAddContacts = false }: SetupChecklistProps) {
  const { data } = useQuery(groupSetup(employerId))
  if (!data || data.IsDone) return null
  const done = data.Steps.filter(({ Missing }) => Missing.length === 0).length
  const next = data.Steps.find((step) => step.Missing.length > 0 && step.Step !== 'Details') ?? data.Steps.at(-1)
  return (
    <Widget
      title="Until the first bill"
      beside={<span className={styles.done}>{`${done} of ${data.Steps.length} done`}</span>}
    >
      <ol className={styles.steps}>
        {data.Steps.map((step, place) => (
          <StepRow
            key={step.Step}
            employerId={employerId}
            mayAddContacts={mayAddContacts}
            step={step}
            number={place + 1}
            isNext={step === next}
          />
        ))}
      </ol>
    </Widget>
  )
}

const contactWay: Way = { title: 'Contacts', action: 'Add contact', path: '', panel: 'contact' }
const contact = /\bcontact$/i

/** The form of the details only chooses among contacts: a group that has none gets its first by a button of its own. */
function useWays(
  { step: { Step: name, Missing }, employerId, mayAddContacts }: StepRowProps,
  way: Way,
): readonly Way[] {
  const lacksContact = name === 'Details' && Missing.some((what) => contact.test(what))
  const enabled = mayAddContacts && lacksContact
  const { data } = useQuery({ ...contacts(employerId), enabled })
  if (Missing.length === 0) return []
  if (!enabled || !data || data.some(({ Active }) => Active)) return [way]
  return Missing.every((what) => contact.test(what)) ? [contactWay] : [way, contactWay]
}

interface StepRowProps {
  employerId: number
  mayAddContacts: boolean
  step: Step
  number: number
  isNext: boolean
}

/** Where a step is gone on with: at the record it is about, else where one is made. */
function addressOf(employerId: number, { Step: name, RecordId: record }: Step, { path, panel }: Way) {
  if (name === 'Census' && record) return { to: `/census-files/${record}`, panel: undefined }
  // The panel asks for no group where it knows it.
  if (name === 'Census') return { to: `/employers/${employerId}${path}`, panel: `${panel}.${employerId}` }
  return { to: `/employers/${employerId}${path}`, panel: record ? `${panel}.${record}` : panel }
}

function StepRow(props: StepRowProps) {
  const way = ways[props.step.Step]
  return way && <KnownStep {...props} way={way} />
}

function KnownStep({ way, ...props }: StepRowProps & { way: Way }) {
  const buttons = useWays(props, way)
  const { employerId, step, number, isNext } = props
  const { Missing } = step
  const isDone = Missing.length === 0
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden>
        {isDone ? <IconCheck size={13} stroke={2} /> : number}
      </span>
      <span className={styles.text}>
        <strong>{way.title}</strong>
        <span>{isDone ? 'Done' : `Missing: ${Missing.join(', ')}`}</span>
      </span>
      {buttons.map((one, place) => (
        <AddressButton
          key={one.panel}
          small
          kind={isNext && place === 0 ? 'primary' : 'plain'}
          {...addressOf(employerId, step, one)}
        >
          {one.action}
        </AddressButton>
      ))}
      {step.Step === 'Census' && !isDone && (
        <DownloadButton small get={() => download(templateBookHref)} icon={IconDownload}>
          Template
        </DownloadButton>
      )}
    </li>
  )
}
