/** The search of the frame: its buttons, its keys, the commands it offers, and the note of what was opened. */
import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Command } from '../../features/search/options'
import { noteOpened, openedAt } from '../../lib/opened'
import { termOf } from '../../lib/term'
import { useCan, useMe, type Action } from '../../session/session'
import { IconBriefcase, IconCalendarDollar, IconPlus, IconUpload, IconUserCircle, IconUserPlus } from '../../ui/icons'
import { useHeldKeys } from '../../ui/keys/useHeldKeys'
import { useKeys } from '../../ui/keys/useKeys'
import { useFocusBack, usePanelLevel } from '../../ui/panel/stack'
import { SearchButton } from '../../ui/shell/SearchButton'
import { lazyPart } from './lazyPart'
import { useNavigation } from './useNavigation'

const load = () => import('../../features/search/SearchDialog')
/** Loaded with the first search, or before it when the browser has nothing else to do. */
const SearchDialog = lazyPart(load, 'SearchDialog')

/** Above all panels. */
const order = 10_000

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
  useEffect(loadWhenIdle, [])
  const show = () => setOpen(true)
  return {
    button: <SearchButton onClick={show} />,
    buttonSmall: <SearchButton small onClick={show} />,
    dialog: open && <Search commands={commands} onClose={() => setOpen(false)} />,
  }
}

/** The search from the key that opens it on: it takes what is typed before the dialog is drawn. */
function Search({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [term, setTerm] = useState(() => termOf(''))
  const field = useRef<HTMLInputElement>(null)
  useHeldKeys({ field, onChange: (change) => setTerm(({ text }) => termOf(change(text))), onClose })
  usePanelLevel('search', order, false)
  useFocusBack(false)
  return (
    <Suspense fallback={null}>
      <SearchDialog
        commands={commands}
        term={term}
        onType={(text) => setTerm(termOf(text))}
        field={field}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** A part that does not arrive now is asked for again by the first search. */
function loadWhenIdle(): void {
  // Some browsers do not tell when they are idle.
  const whenIdle = window.requestIdleCallback as typeof window.requestIdleCallback | undefined
  whenIdle?.(
    () =>
      void load().then(
        () => SearchDialog.preload?.(),
        () => {},
      ),
  )
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
