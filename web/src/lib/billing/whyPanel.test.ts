import { expect, it } from 'vitest'
import { readWhyPanelId, whyPanelId } from './whyPanel'

it('is written and read back', () => {
  expect(whyPanelId({ employerId: 10, snapshotId: 71 })).toBe('10-71')
  expect(readWhyPanelId('10-71')).toEqual({ employerId: 10, snapshotId: 71 })
})

it.each(['', '10', '10-', '-71', '10-71-3', '10-x', '0-71'])('%s names nothing', (id) => {
  expect(readWhyPanelId(id)).toBeUndefined()
})
