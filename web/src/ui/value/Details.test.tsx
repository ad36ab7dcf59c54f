import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Details } from './Details'

it('keeps lines of one term apart when others come before them', () => {
  const log = [
    ['3:45', 'Map'],
    ['3:45', 'Validate'],
    ['3:46', 'Match'],
    ['3:46', 'Inspect'],
    ['3:47', 'Process'],
  ] as const
  const newestFirst = (ended: number) => log.slice(0, ended).toReversed()
  const drawn = (ended: number) => (
    <Details items={newestFirst(ended).map(([term, says]) => ({ id: says, term, value: says }))} />
  )
  const { rerender } = render(drawn(1))
  for (const ended of [2, 3, 4, 5, 3, 5]) {
    rerender(drawn(ended))
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
      newestFirst(ended).map(([, says]) => says),
    )
  }
})
