/** The parts of a run's plans with their numbers, one of them shown. The address names it. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Segments } from '../../../ui/page/Segments'
import type { Run } from './queries'
import { partsOf, type Part } from './words'

/** The part that is shown: that of the address, or all plans when the run has none in it any more. */
export function usePart(run: Run): Part | undefined {
  const part: unknown = useRouterState({
    select: ({ location }) => ('part' in location.search ? location.search.part : undefined),
  })
  const named: unknown = Array.isArray(part) ? part[0] : part
  const parts = partsOf(run)
  return parts.find(({ filter }) => filter !== undefined && filter === named) ?? parts[0]
}

export function RunParts({ run, current }: { run: Run; current: Part | undefined }) {
  const navigate = useNavigate()
  const show = ({ filter }: Part) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        part: filter === undefined ? undefined : [filter],
        page: undefined,
        row: undefined,
      }),
      resetScroll: false,
    })
  return <Segments label="Plans of the run" segments={partsOf(run)} current={current?.name} onChoose={show} />
}
