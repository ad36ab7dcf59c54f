import { describe, expect, it } from 'vitest'
import { changed, draftCount, editsOf, leftOut, saved, untouched, type CellChange, type Typed } from './drafts'
import { sampleRow } from './samples'

const cell = (number: number, field: CellChange['field'], text: string | undefined): CellChange => ({
  record: sampleRow(number),
  field,
  text,
})
const typed = (...changes: CellChange[]) => changed(untouched, changes)
const refusal = (RecordNumber: number, Key: string) => ({ RecordNumber, Key, Message: 'No.' })

it('holds the changed cells of each row, and none that is as it was before', () => {
  const now = typed(
    cell(3, 'State', 'FL'),
    cell(2, 'State', 'NY'),
    cell(2, 'City', 'Troy'),
    cell(4, 'State', 'GA'),
    cell(4, 'State', undefined),
  )
  expect(editsOf(now.drafts)).toEqual([
    { RecordNumber: 2, State: 'NY' },
    { RecordNumber: 3, State: 'FL' },
  ])
  expect(draftCount(now.drafts)).toBe(2)
})

describe('after a save', () => {
  const sent = typed(cell(2, 'State', 'NY'), cell(3, 'State', 'FL'))

  it('nothing is left of what was taken', () => expect(saved(sent, sent.drafts, [])).toEqual(untouched))

  it.each<[string, CellChange[], Typed['drafts']]>([
    ['another cell', [cell(2, 'City', 'Albany')], { 2: { City: 'Albany' } }],
    ['another text of a cell that was sent', [cell(2, 'State', 'NJ')], { 2: { State: 'NJ' } }],
    ['a cell of another row', [cell(5, 'City', 'Albany')], { 5: { City: 'Albany' } }],
  ])('%s that was typed while it ran stays', (_, meanwhile, left) => {
    expect(saved(changed(sent, meanwhile), sent.drafts, []).drafts).toEqual(left)
  })

  it('a row that was not taken stays whole, with the reason', () => {
    const two = changed(sent, [cell(2, 'City', 'Albany')])
    expect(saved(two, two.drafts, [refusal(2, 'State')])).toEqual({
      drafts: { 2: { State: 'NY', City: 'Albany' } },
      refused: [refusal(2, 'State')],
    })
  })

  it('a reason is not told of another text than the one that was sent', () => {
    expect(saved(changed(sent, [cell(2, 'State', 'NJ')]), sent.drafts, [refusal(2, 'State')])).toEqual({
      drafts: { 2: { State: 'NJ' } },
      refused: [],
    })
  })
})

describe('the reason why a cell was not taken', () => {
  const sent = typed(cell(2, 'State', 'NY'), cell(2, 'City', 'Albany'), cell(3, 'State', 'FL'))
  const all = saved(sent, sent.drafts, [refusal(2, 'State'), refusal(2, 'City'), refusal(3, 'State')])

  it('goes with its text', () => {
    expect(changed(all, [cell(2, 'State', 'NJ')]).refused).toEqual([refusal(2, 'City'), refusal(3, 'State')])
  })

  it('and with the row', () => {
    expect(changed(all, [cell(3, 'State', undefined)]).refused).toEqual([refusal(2, 'State'), refusal(2, 'City')])
    expect(leftOut(all, [2, 9])).toEqual({ drafts: { 3: { State: 'FL' } }, refused: [refusal(3, 'State')] })
  })
})
