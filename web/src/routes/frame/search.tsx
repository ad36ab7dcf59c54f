/** The search of the frame: its buttons, its keys, the commands it offers, and the note of what was opened. */
import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { Command } from '../../features/search/options'
import { noteOpened, openedAt } from '../../lib/opened'
import { part } from '../../lib/part'
import { useCan, useMe, type Action } from '../../session/session'
import { IconBriefcase, IconCalendarDollar, IconPlus, IconUpload, IconUserCircle, IconUserPlus } from '../../ui/icons'
import { useKeys } from '../../ui/keys/useKeys'
import { SearchButton } from '../../ui/shell/SearchButton'
import { useNavigation } from './useNavigation'

/** Loaded with the first search. */
const SearchDialog = part(() => import('../../features/search/SearchDialog').then((search) => search.SearchDialog))

const acts: readonly (Command & { needs: Action })[] = [
  { label: 'New Group', to: '/employers?panel=group', icon: IconPlus, needs: 'EditGroups' },
  { label: 'Upload Census', to: '/census-files?panel=census-upload', icon: IconUpload, needs: 'EditCensus' },
  { label: 'Start Billing Run', to: '/billing-runs?panel=billing-run', icon: IconCalendarDollar, needs: 'EditBilling' },
  { label: 'New User', to: '/users?panel=user', icon: IconUserPlus, needs: 'AddUsers' },
  { label: 'New Broker', to: '/brokers?panel=broker', icon: IconBriefcase, needs: 'EditBrokers' },
  { label: 'My Account', to: '/account', icon: IconUserCircle, needs: 'UseOwnAccount' },
]

/** What one may do from anywhere: begin a record, and open any page of the navigation by its name. */
function useCommands(): Command[] {
  const can = useCan()
  const pages = useNavigation().flatMap(({ items }) => items)
  return [...acts.filter(({ needs }) => can(needs)), ...pages.map(({ label, to, icon }) => ({ label, to, icon }))]
}

export function useSearch() {
  const commands = useCommands()
  const [open, setOpen] = useState(false)
  useKeys('Everywhere', [{ keys: 'Ctrl K', says: 'Search and go', run: () => setOpen((was) => !was) }], {
    anywhere: true,
  })
  useOpenedNoted()
  const show = () => setOpen(true)
  return {
    button: <SearchButton onClick={show} />,
    buttonSmall: <SearchButton small onClick={show} />,
    dialog: open && (
      <Suspense fallback={null}>
        <SearchDialog commands={commands} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}

/** Notes the record that the address shows, so that it stands first in an empty search. */
function useOpenedNoted() {
  const { User, Impersonator } = useMe()
  const own = !Impersonator
  const { pathname, panel } = useRouterState({
    select: ({ resolvedLocation: at }) => ({ pathname: at?.pathname ?? '', panel: panelOf(at?.search) }),
    structuralSharing: true,
  })
  useEffect(() => {
    const opened = own ? openedAt(pathname, panel) : undefined
    if (opened) noteOpened(User.Id, opened)
  }, [User.Id, own, pathname, panel])
}

function panelOf(search: object | undefined): string | undefined {
  return search && 'panel' in search && typeof search.panel === 'string' ? search.panel : undefined
}
