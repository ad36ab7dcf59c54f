/** The kinds of changes with their numbers, one of them shown. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Segments } from '../../../ui/page/Segments'
import type { ChangeTab } from '../changes'

/** The kind that the address names; none for all that rows change. */
export function useKind(): string | undefined {
  const kind = useRouterState({
    select: ({ location }) => ('kind' in location.search ? location.search.kind : undefined),
  })
  const one: unknown = Array.isArray(kind) ? kind[0] : kind
  return typeof one === 'string' ? one : undefined
}

export function KindTabs({ tabs, current }: { tabs: readonly ChangeTab[]; current: string | undefined }) {
  const navigate = useNavigate()
  const show = ({ kind }: ChangeTab) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        kind: kind === undefined ? undefined : [kind],
        page: undefined,
        row: undefined,
      }),
      resetScroll: false,
    })
  return (
    <Segments
      label="Kinds of changes"
      segments={tabs}
      current={tabs.find(({ kind }) => kind === current)?.name}
      onChoose={show}
    />
  )
}
