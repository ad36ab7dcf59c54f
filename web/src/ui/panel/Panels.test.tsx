import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { EnvelopeError } from '../../lib/failure'
import { renderShape } from '../../testing/renderRoute'
import { Button } from '../action/Button'
import { useAnyPanel } from './stack'
import { confirmFirst } from './ConfirmPanel'
import { Panels } from './Panels'
import { SidePanel } from './SidePanel'
import { readPanels, usePanels, writePanels } from './usePanels'

function Level({ name }: { name: string }) {
  const { open, replace } = usePanels()
  return (
    <SidePanel title={name}>
      <Button onClick={() => open('inner', 9)}>Open inner</Button>
      <Button onClick={() => replace('inner', 1)}>Replace</Button>
      <Button
        onClick={() =>
          confirmFirst({
            title: 'Delete it',
            question: 'Delete it?',
            action: 'Delete',
            destroys: true,
            run: () => Promise.resolve(),
          })
        }
      >
        Delete…
      </Button>
    </SidePanel>
  )
}

function Page() {
  const { open } = usePanels()
  const inert = useAnyPanel()
  return (
    <>
      <main inert={inert}>
        <Button onClick={() => open('outer', 3)}>Open outer</Button>
      </main>
      <Panels
        kinds={{ outer: (id) => <Level name={`Outer ${id}`} />, inner: (id) => <Level name={`Inner ${id}`} /> }}
      />
    </>
  )
}

const widthOf = (name: string) =>
  screen.getByRole('dialog', { name, hidden: true }).style.getPropertyValue('--panel-width')
const layerOf = (name: string) => screen.getByRole('dialog', { name, hidden: true }).parentElement

describe('stacked panels', () => {
  it('are 700, 685 and 670 px wide; all but the top one are inert, as is the page', async () => {
    const { user } = await renderShape(<Page />, '/?panel=outer.3,inner.9')
    await user.click((await screen.findAllByRole('button', { name: 'Delete…' })).at(-1) as HTMLElement)
    await screen.findByRole('dialog', { name: 'Delete it' })
    expect([widthOf('Outer 3'), widthOf('Inner 9'), widthOf('Delete it')]).toEqual(['700px', '685px', '670px'])
    expect(layerOf('Outer 3')).toHaveAttribute('inert')
    expect(layerOf('Inner 9')).toHaveAttribute('inert')
    expect(layerOf('Delete it')).not.toHaveAttribute('inert')
    expect(document.querySelector('main')).toHaveAttribute('inert')
  })

  it('Esc closes the top one only', async () => {
    const { user, router } = await renderShape(<Page />, '/?panel=outer.3,inner.9')
    await screen.findByRole('dialog', { name: 'Inner 9' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Inner 9', hidden: true })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Outer 3' })).toBeVisible()
    expect(router.state.location.search).toEqual({ panel: 'outer.3' })
  })

  it('Back closes what was opened, and the focus returns to the button', async () => {
    const { user, router } = await renderShape(<Page />)
    const button = await screen.findByRole('button', { name: 'Open outer' })
    await user.click(button)
    await screen.findByRole('dialog', { name: 'Outer 3' })
    expect(router.state.location.search).toEqual({ panel: 'outer.3' })
    act(() => router.history.back())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('closing by the cross is going back, so that Back does not open it again', async () => {
    const { user, router } = await renderShape(<Page />)
    await user.click(await screen.findByRole('button', { name: 'Open outer' }))
    await screen.findByRole('dialog', { name: 'Outer 3' })
    expect(router.history.length).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(router.history.canGoBack()).toBe(false)
  })

  it('a panel can give way to another', async () => {
    const { user, router } = await renderShape(<Page />, '/?panel=outer')
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    await screen.findByRole('dialog', { name: 'Inner 1' })
    expect(router.state.location.search).toEqual({ panel: 'inner.1' })
  })

  it('an unknown panel in the URL draws nothing and leaves the page in use', async () => {
    await renderShape(<Page />, '/?panel=nonsense.1')
    expect(await screen.findByRole('button', { name: 'Open outer' })).toBeEnabled()
    expect(document.querySelector('main')).not.toHaveAttribute('inert')
  })
})

describe('a confirmation', () => {
  const facts = [{ term: 'Plan', value: 'Vision PEPM' }]

  it('that destroys starts on the safe button; one that does not, on the action', async () => {
    await renderShape(null)
    act(() =>
      confirmFirst({
        title: 'Delete Snapshot',
        question: 'Delete the December snapshot of $824.00?',
        facts,
        action: 'Delete Snapshot',
        destroys: true,
        run: () => Promise.resolve(),
      }),
    )
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus())
    expect(screen.getByText('Vision PEPM')).toBeVisible()
    act(() =>
      confirmFirst({
        title: 'Sync Insurance',
        question: 'Are you sure?',
        action: 'Sync Insurance',
        run: () => Promise.resolve(),
      }),
    )
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sync Insurance' })).toHaveFocus())
  })

  it('does it, says so and closes', async () => {
    const { user } = await renderShape(null)
    const run = vi.fn(() => Promise.resolve())
    act(() =>
      confirmFirst({
        title: 'Delete Snapshot',
        question: 'Delete?',
        action: 'Delete Snapshot',
        destroys: true,
        run,
        saved: 'The snapshot has been deleted successfully!',
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete Snapshot' }))
    expect(run).toHaveBeenCalledOnce()
    expect(await screen.findByText('The snapshot has been deleted successfully!')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is refused stays open and says why, as a note or as an error notice', async () => {
    const { user } = await renderShape(null)
    const run = () => Promise.reject(new EnvelopeError(200, [], 'The snapshot is in the ERP.'))
    act(() => confirmFirst({ title: 'Delete Snapshot', question: 'Delete?', action: 'Delete Snapshot', run }))
    await user.click(await screen.findByRole('button', { name: 'Delete Snapshot' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The snapshot is in the ERP.')
    expect(screen.getByRole('dialog', { name: 'Delete Snapshot' })).toBeVisible()
    await user.keyboard('{Escape}')
    act(() =>
      confirmFirst({ title: 'Terminate Member', question: 'Terminate?', action: 'Terminate', run, errorNotice: true }),
    )
    await user.click(await screen.findByRole('button', { name: 'Terminate' }))
    expect(await screen.findByText('Error')).toBeVisible()
  })
})

it('the panels of an address read and write the same', () => {
  const entries = [
    { kind: 'plan', id: '3' },
    { kind: 'line', id: '' },
    { kind: 'file', id: 'c4e9.1' },
  ]
  expect(readPanels('plan.3,line,file.c4e9.1')).toEqual(entries)
  expect(writePanels(entries)).toBe('plan.3,line,file.c4e9.1')
  expect(writePanels([])).toBeUndefined()
})
