import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import type { CensusRecord } from '../queries'
import { fileToFix, sampleRow, states } from './samples'

const calls = { 'GET /census/files/7': valid(fileToFix) }
const mended = valid({ Changed: 1, Refused: [], LastRecordNumber: 0, Left: 0, RecordsWithErrorsCount: 2 })
const cell = (text: string) =>
  screen.getAllByRole('gridcell').find(({ textContent }) => textContent === text) as HTMLElement

describe('fields of a closed list', () => {
  const strange = [
    sampleRow(4, {
      Errors: [{ Key: 'State', Message: 'State is no state.', Severity: 'Warning', Task: 1, Value: 'Fla.' }],
    }),
  ]
  const opensStates = async (more: Parameters<typeof stubCalls>[0] = {}) => {
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/71/findings': valid([states]),
      'GET /census/files/7/tasks/71/findings/records': page(strange, 1, 100),
      ...more,
    })
    const { user } = await renderRoute('/census-files/7/fix')
    await screen.findByRole('grid', { name: 'State is not known' })
    return { user, stub }
  }
  const stateCell = () => cell('Fla. – State is no state.')

  it('are chosen from it, in a cell by the letters that are typed', async () => {
    const { user } = await opensStates()
    await user.click(stateCell())
    await user.keyboard('MA')
    expect(screen.getByRole('combobox', { name: 'State, row 4' })).toHaveFocus()
    expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('MA · Massachusetts')
    await user.keyboard('{Enter}')
    expect(cell('MA')).toHaveAttribute('data-look', 'draft')
    expect(cell('MA')).toHaveFocus()
  })

  it('and by the arrows, and Escape leaves the cell as it was', async () => {
    const { user } = await opensStates()
    await user.click(stateCell())
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{Tab}')
    expect(cell('AK')).toHaveAttribute('data-look', 'draft')
    await user.click(cell('AK'))
    await user.keyboard('{Enter}{ArrowDown}{Escape}')
    expect(cell('AK')).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('option', { name: 'FL · Florida' }))
    expect(cell('FL')).toHaveFocus()
  })

  it('leave the focus where one has clicked', async () => {
    const { user } = await opensStates()
    await user.click(stateCell())
    await user.keyboard('fl')
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(stateCell()).toBeVisible()
    expect(screen.getByText('0 changes not saved')).toBeVisible()
  })

  it('also where one value is replaced everywhere', async () => {
    const { user, stub } = await opensStates({ 'PUT /census/files/7/tasks/71/replace': mended })
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    await user.click(screen.getByRole('combobox', { name: 'New value' }))
    await user.click(await screen.findByRole('option', { name: 'FL · Florida' }))
    await user.click(screen.getByRole('button', { name: 'Replace in 1 row' }))
    expect(await screen.findByText('Replaced in 1 row.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/tasks/71/replace').body).toMatchObject({ From: 'Fla.', To: 'FL' })
  })

  const codes = {
    Kind: 'unknown_pricing_group',
    Field: 'PricingGroupCode',
    Label: 'Pricing Group Code',
    Severity: 'Error',
    Records: 1,
    Values: [{ Value: 'exc', Records: 1 }],
  }
  const coded = [
    sampleRow(4, {
      Errors: [
        {
          Key: 'PricingGroupCode',
          Message: 'Pricing Group Code is not known.',
          Severity: 'Error',
          Task: 1,
          Value: 'exc',
        },
      ],
    }),
  ]
  const withCodes = {
    'GET /census/files/7/tasks/71/findings': valid([codes]),
    'GET /census/files/7/tasks/71/findings/records': page(coded, 1, 100),
  }

  it('the pricing groups are those of the group', async () => {
    stubCalls({
      ...calls,
      ...withCodes,
      'GET /billing/1/pricing-groups': page([{ Id: 3, Code: 'executives', Name: 'Executives' }]),
    })
    const { user } = await renderRoute('/census-files/7/fix')
    await user.click(await screen.findByRole('button', { name: 'Replace everywhere' }))
    await user.click(await screen.findByRole('combobox', { name: 'New value' }))
    expect(await screen.findByRole('option', { name: 'executives · Executives' })).toBeVisible()
  })

  it('and their code is typed by who may not see them', async () => {
    stubCalls({ ...calls, ...withCodes })
    const { user } = await renderRoute('/census-files/7/fix', { can: ['ViewCensus', 'EditCensus'] })
    await user.click(await screen.findByRole('button', { name: 'Replace everywhere' }))
    expect(screen.getByRole('textbox', { name: 'New value' })).toBeVisible()
  })
})

describe('what is said of a row', () => {
  const finding = (Kind: string, Field: string | null, Severity: string) => ({
    Kind,
    Field,
    Label: Field,
    Severity,
    Records: 1,
    Values: [],
  })
  const shows = async (found: object, Errors: CensusRecord['Errors'], more: Partial<CensusRecord> = {}) => {
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/71/findings': valid([found]),
      'GET /census/files/7/tasks/71/findings/records': page([sampleRow(4, { ...more, Errors })], 1, 100),
      'PUT /census/files/7/tasks/71/records': mended,
    })
    const { user } = await renderRoute('/census-files/7/fix')
    await screen.findByRole('grid')
    return { user, stub }
  }
  const left =
    "The row is read as Active. 'Term Date' says '03/01/2026': check whether the person has left, or is to leave."
  const leaving = [{ Key: 'Status', Message: left, Severity: 'Warning', Task: 1, Value: '03/01/2026' }]

  it('stands in full beside the status that was read, not in its place', async () => {
    const { user, stub } = await shows(finding('says_left', 'Status', 'Warning'), leaving)
    expect(screen.getByText(left)).toBeVisible()
    const status = cell(`Active – ${left}`)
    expect(status).toHaveAttribute('data-look', 'warning')
    // Saying that the person is active is an answer as well.
    await user.click(status)
    await user.keyboard('{Enter}{Enter}')
    expect(cell('Active')).toHaveAttribute('data-look', 'draft')
    await user.click(screen.getByRole('button', { name: 'Save and check again' }))
    await waitFor(() =>
      expect(stub.last('PUT /census/files/7/tasks/71/records').body).toEqual({
        Records: [{ RecordNumber: 4, Status: 'Active' }],
      }),
    )
  })

  it('is every message of a dependent without an employee', async () => {
    const messages = ['There is no employee for this dependent in the file.', 'Relationship must be one of the list.']
    await shows(
      finding('orphan_dependent', 'Relationship', 'Error'),
      messages.map((Message) => ({ Key: 'Relationship', Message, Severity: 'Error', Task: 1 })),
      { Relationship: 'SP' },
    )
    expect(screen.getByText(messages.join(' '))).toBeVisible()
  })

  it('is told of a row as a whole', async () => {
    const says = 'The row has fewer values than there are headings.'
    await shows(finding('too_few_fields', null, 'Error'), [{ Key: '', Message: says, Severity: 'Error', Task: 1 }])
    expect(screen.getByText(says)).toBeVisible()
  })
})
