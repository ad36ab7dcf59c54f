import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderShape } from '../../testing/renderRoute'
import { ofNewRecord, ofRecord, ofRecordOrNew } from './ofRecord'
import { Panels } from './Panels'
import { SidePanel } from './SidePanel'

const kinds = {
  invoice: ofRecord('invoice', (id) => <SidePanel title={`Invoice ${id}`}>{null}</SidePanel>),
  plan: ofRecordOrNew('plan', (id) => <SidePanel title={`Plan ${id ?? 'new'}`}>{null}</SidePanel>),
  snapshot: ofNewRecord('snapshot', () => <SidePanel title="New snapshot">{null}</SidePanel>),
}

it('draws the panel of the record that the address names', async () => {
  await renderShape(<Panels kinds={kinds} />, '/?panel=invoice.71')
  expect(await screen.findByRole('dialog', { name: 'Invoice 71' })).toBeVisible()
})

it.each(['.abc', '.0', '.-1', '.1.5', '.1e3', '.', '', '.99999999999999999999'])(
  'an address with invoice%s names none, which is said, and can be closed',
  async (id) => {
    const { user, router } = await renderShape(<Panels kinds={kinds} />, `/?panel=invoice${id}`)
    expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent('There is no such invoice')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toEqual({})
  },
)

it.each([
  ['plan', 'Plan new'],
  ['plan.0', 'Plan new'],
  ['plan.7', 'Plan 7'],
  ['snapshot', 'New snapshot'],
])('%s opens %s', async (panel, name) => {
  await renderShape(<Panels kinds={kinds} />, `/?panel=${panel}`)
  expect(await screen.findByRole('dialog', { name })).toBeVisible()
})

it.each(['plan.abc', 'plan.00', 'plan.-1', 'snapshot.7', 'snapshot.abc'])(
  '%s names no record, and makes none',
  async (panel) => {
    await renderShape(<Panels kinds={kinds} />, `/?panel=${panel}`)
    expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent(
      `There is no such ${panel.slice(0, panel.indexOf('.'))}`,
    )
  },
)
