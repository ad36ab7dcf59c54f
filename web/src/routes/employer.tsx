/**
 * Everything about one employer group: its header with the tabs, and below it the page.
 *
 * To add a page: give its route `employerRoute` as parent and a path below the group's (`/members`), name it below employerRoute in
 * router.ts, and add its line to `tabs`, which stand in the order Overview, Members, Billing, Invoices, Census Files, Reports, History. In the page's
 * route, `useParams()` gives `employerId` as a number. A page of the second level does the same in billing.tsx.
 */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createRoute, notFound, Outlet, useRouterState } from '@tanstack/react-router'
import { contacts } from '../api/choices'
import { optionChoices } from '../features/billing/pricing/queries'
import { latestFiles, type CensusFile } from '../features/census/queries'
import { waitsValidated } from '../features/census/taskStates'
import type { GroupTab } from '../features/groups/GroupHeader'
import { contactRoles } from '../features/groups/contactRoles'
import { groupFigures } from '../features/groups/figures/queries'
import { group, groupUsers, isWhole, memberCount, memberKinds, type GroupBasics } from '../features/groups/queries'
import { latestInvoices } from '../features/invoices/queries'
import { alerts, notes } from '../features/notes/queries'
import { months } from '../features/utilization/queries'
import { isMissing } from '../lib/failure'
import { panelSearch } from '../lib/list'
import { recordId } from '../lib/recordId'
import { useCan, type Action } from '../session/session'
import { BackToChecklist } from '../shared/setup/BackToChecklist'
import { ofRecordOrNew } from '../ui/panel/ofRecord'
import { Panels } from '../ui/panel/Panels'
import { billingPages } from './billing/billingPages'
import { ask } from './frame/ask'
import { drawnWith, lazyPart } from './frame/lazyPart'
import { Failed, Missing } from './frame/root'
import { signedInRoute } from './frame/signedIn'
import { WhyPanels } from './billing/whyPanels'

const tabs: readonly GroupTab[] = [
  { label: 'Overview', path: '' },
  { label: 'Members', path: '/members', count: 'TotalMembers' },
  { label: 'Billing', path: '/billing', pages: billingPages, sees: (can) => can('ViewBilling') },
  { label: 'Invoices', path: '/invoices', sees: seesInvoices },
  { label: 'Census Files', path: '/census-files' },
  {
    label: 'Reports',
    path: '/reports',
    entries: [{ label: 'Utilization', path: '/utilization' }],
    sees: (can) => can('ViewReports'),
  },
  { label: 'History', path: '/history', sees: (can) => can('ViewAudit') },
]

/** Administrators, and everybody where the group has invoice access. */
export function seesInvoices(can: (action: Action) => boolean, { EnableInvoiceAccess }: GroupBasics): boolean {
  return can('ViewBilling') || EnableInvoiceAccess
}

const OptionField = lazyPart(() => import('../features/billing/pricing/OptionField'), 'OptionField')
const GroupHeader = lazyPart(() => import('../features/groups/GroupHeader'), 'GroupHeader')

export const employerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/employers/$employerId',
  params: {
    parse: ({ employerId }) => ({ employerId: recordId(employerId) ?? NaN }),
    stringify: ({ employerId }) => ({ employerId: String(employerId) }),
  },
  // Before any page below it asks for something of it.
  beforeLoad: ({ params }) => {
    if (Number.isNaN(params.employerId)) throw notFound()
  },
  loader: async ({ context, params }) => {
    void ask(
      context.queryClient,
      memberCount(params.employerId),
      context.me.Actions.includes('ViewNotes') && alerts(params.employerId),
    )
    await context.queryClient.ensureQueryData(group(params.employerId)).catch((failure: unknown) => {
      throw isMissing(failure) ? notFound() : failure
    })
  },
  notFoundComponent: Missing,
  errorComponent: Failed,
  component: drawnWith([GroupHeader], function Employer() {
    const { employerId } = employerRoute.useParams()
    const can = useCan()
    // The overview shows the alerts whole.
    const isOverview = useRouterState({
      select: ({ location }) => location.pathname.replace(/\/$/, '') === `/employers/${employerId}`,
    })
    // As far as the card of the newest files has told: it is not asked for here.
    const { data: fileWaits } = useQuery({ ...latestFiles(employerId), enabled: false, select: someWait })
    const alertChip = can('ViewNotes') && !isOverview && <AlertChip employerId={employerId} />
    return (
      <>
        <GroupHeader
          employerId={employerId}
          tabs={tabs}
          beside={
            <>
              <Suspense fallback={null}>{alertChip}</Suspense>
              {!isOverview && <BackToChecklist employerId={employerId} />}
            </>
          }
          option={OptionField}
          fileWaits={fileWaits}
        />
        <HeaderPanels employerId={employerId} />
        <Outlet />
      </>
    )
  }),
})

function someWait(files: readonly CensusFile[]): boolean {
  return files.some(waitsValidated)
}

/** Every other address of a group, below its header. */
export const unknownGroupPageRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/$',
  component: Missing,
})

const AlertChip = lazyPart(() => import('../features/notes/Alerts'), 'AlertChip')
const DownloadCensusPanel = lazyPart(() => import('../features/members/DownloadCensusPanel'), 'DownloadCensusPanel')
const ContactPanel = lazyPart(() => import('../features/contacts/ContactPanel'), 'ContactPanel')
const NotePanel = lazyPart(() => import('../features/notes/NotePanel'), 'NotePanel')

/** The panels of other areas that the header and the cards of the overview open. */
function HeaderPanels({ employerId }: { employerId: number }) {
  const can = useCan()
  return (
    <Panels
      kinds={{
        ...(can('EditGroups') ? { 'census-download': () => <DownloadCensusPanel employerId={employerId} /> } : {}),
        ...(can('EditContacts')
          ? { contact: ofRecordOrNew('contact', (id) => <ContactPanel employerId={employerId} id={id} />) }
          : {}),
        ...(can('EditNotes')
          ? { note: ofRecordOrNew('note', (id) => <NotePanel employerId={employerId} id={id} />) }
          : {}),
      }}
    />
  )
}

const GroupOverview = lazyPart(() => import('../features/groups/GroupOverview'), 'GroupOverview')

const LatestInvoices = lazyPart(() => import('../features/invoices/LatestInvoices'), 'LatestInvoices')
const LatestCensusFiles = lazyPart(() => import('../features/census/LatestCensusFiles'), 'LatestCensusFiles')
const CurrentPricing = lazyPart(() => import('../features/billing/pricing/CurrentPricing'), 'CurrentPricing')
const UtilizationReports = lazyPart(() => import('../features/utilization/UtilizationReports'), 'UtilizationReports')
const GroupUsers = lazyPart(() => import('../features/groups/GroupUsers'), 'GroupUsers')
const ContactsWidget = lazyPart(() => import('../features/contacts/ContactsWidget'), 'ContactsWidget')
const NotesWidget = lazyPart(() => import('../features/notes/NotesWidget'), 'NotesWidget')
const AlertNotes = lazyPart(() => import('../features/notes/Alerts'), 'AlertNotes')

/** What the overview is drawn with. */
const cards = [
  GroupOverview,
  LatestInvoices,
  LatestCensusFiles,
  CurrentPricing,
  UtilizationReports,
  GroupUsers,
  ContactsWidget,
  NotesWidget,
  AlertNotes,
]

export const overviewRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/',
  validateSearch: panelSearch,
  loader: ({ context: { queryClient, me }, params: { employerId }, preload }) => {
    const can = (action: Action) => me.Actions.includes(action)
    void ask(queryClient, groupFigures(employerId))
    // Whoever only points at the name of a group asks for no more than its head.
    if (preload) return
    void ask(
      queryClient,
      latestFiles(employerId),
      can('ViewMembers') && memberKinds(employerId),
      can('ViewNotes') && notes(employerId),
      can('ViewContacts') && contacts(employerId),
      can('ViewBilling') && latestInvoices(employerId),
      can('ViewBilling') && optionChoices(employerId),
      can('ViewReports') && months(employerId),
      can('ViewUsers') && groupUsers(employerId),
    )
  },
  component: drawnWith(cards, function Overview() {
    const { employerId } = overviewRoute.useParams()
    const can = useCan()
    const { data: found } = useQuery(group(employerId))
    const roles = found && isWhole(found) ? contactRoles(found) : {}
    return (
      <GroupOverview
        employerId={employerId}
        above={can('ViewNotes') && <AlertNotes employerId={employerId} />}
        left={can('ViewNotes') && <NotesWidget employerId={employerId} />}
        middle={
          <>
            {found && seesInvoices(can, found) && <LatestInvoices employerId={employerId} />}
            <WhyPanels />
            <LatestCensusFiles employerId={employerId} />
            {can('ViewContacts') && <ContactsWidget employerId={employerId} roles={roles} />}
          </>
        }
        right={
          <>
            {can('ViewBilling') && <CurrentPricing employerId={employerId} />}
            {can('ViewReports') && <UtilizationReports employerId={employerId} />}
            {can('ViewUsers') && <GroupUsers employerId={employerId} />}
          </>
        }
      />
    )
  }),
})
