import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '../../providers'
import { makeQueryClient } from '../../queryClient'
import { Toasts } from './Toasts'
import { clearToasts, toast } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
  clearToasts()
  render(
    <Providers queryClient={makeQueryClient()} env="test">
      <Toasts />
    </Providers>,
  )
})
afterEach(() => vi.useRealTimers())

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const bar = () => screen.getByRole('status').querySelector<HTMLElement>('.bar')

describe('a notice', () => {
  it('opens after 20 ms', () => {
    toast.success('The snapshot has been created successfully!', { title: 'Success!' })
    pass(19)
    expect(screen.queryByRole('status')).toBeNull()
    pass(1)
    expect(screen.getByRole('status')).toHaveTextContent('Success!The snapshot has been created successfully!')
  })

  it('counts down, closes itself after 8000 ms and fades for 400 ms', () => {
    toast.info('Soon gone.')
    pass(20)
    pass(4000)
    expect(bar()?.style.transform).toMatch(/^scaleX\(0\.(49|5)/)
    pass(3980)
    expect(screen.getByRole('status')).not.toHaveAttribute('data-leaving')
    pass(40)
    expect(screen.getByRole('status')).toHaveAttribute('data-leaving')
    pass(379)
    expect(screen.getByRole('status')).toBeInTheDocument()
    pass(2)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('stands still while the pointer rests on it', () => {
    toast.success('Held.')
    pass(20)
    pass(7000)
    fireEvent.mouseEnter(screen.getByRole('status'))
    pass(60_000)
    expect(screen.getByRole('status')).not.toHaveAttribute('data-leaving')
    fireEvent.mouseLeave(screen.getByRole('status'))
    pass(1100)
    expect(screen.getByRole('status')).toHaveAttribute('data-leaving')
  })

  it.each([
    ['success', 'Success'],
    ['error', 'Error'],
    ['warning', 'Warning'],
    ['info', 'Information'],
    ['show', 'Notice'],
  ] as const)('%s is titled %s', (kind, title) => {
    toast[kind]('Text.')
    pass(20)
    expect(screen.getByText(title)).toBeVisible()
  })
})

it('an error closes itself after eight seconds, as every notice does', () => {
  toast.error('Text.')
  pass(20)
  pass(7900)
  expect(screen.getByRole('alert')).not.toHaveAttribute('data-leaving')
  pass(200)
  expect(screen.getByRole('alert')).toHaveAttribute('data-leaving')
})

it('an error that is told to stay has no bar and does so until it is closed', () => {
  toast.error('A snapshot already exists for this plan and billing period.', { stays: true })
  pass(20)
  pass(600_000)
  expect(screen.getByRole('alert')).toHaveTextContent('Error')
  expect(screen.getByRole('alert').querySelector('.bar')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close notice' }))
  pass(400)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('offers one thing to do, and is gone when it is done', () => {
  const run = vi.fn()
  toast.error('The invoice was changed.', { action: { label: 'Compare', run } })
  pass(20)
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(run).toHaveBeenCalledOnce()
  pass(400)
  expect(screen.queryByRole('alert')).toBeNull()
})
