import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderShape } from '../../testing/renderRoute'
import { TagRow } from './TagRow'

const tags = ['Zero amount', '−100.0%', 'Period not over', '2 unfinished census'].map((name) => ({
  name,
  kind: 'warn' as const,
}))

/** A line that holds two tags, or one and the number of the others. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const place = [...(this.parentElement?.children ?? [])].indexOf(this)
    return new DOMRect((place % 2) * 100, Math.floor(place / 2) * 20, 100, 20)
  })
})

it('shows as many whole tags as fit, and how many more there are with their names', async () => {
  await renderShape(<TagRow says="The run was cancelled before this." tags={tags} />)
  expect(screen.getByText('The run was cancelled before this.')).toBeVisible()
  expect(screen.getByText('Zero amount')).toBeVisible()
  const more = screen.getByText(/^\+\d$/)
  const hidden = tags.length - Number(more.textContent.slice(1))
  expect(hidden).toBeLessThan(tags.length)
  const rest = tags
    .slice(hidden)
    .map(({ name }) => name)
    .join(', ')
  expect(more.parentElement).toHaveAttribute('title', rest)
  expect(more.parentElement).toHaveTextContent(rest)
  for (const { name } of tags.slice(hidden)) expect(screen.queryByText(name)).toBeNull()
})

it('counts none where all fit', async () => {
  await renderShape(<TagRow tags={tags.slice(0, 2)} />)
  expect(screen.getByText('−100.0%')).toBeVisible()
  expect(screen.queryByText(/^\+\d$/)).toBeNull()
})
