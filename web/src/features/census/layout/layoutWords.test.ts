import { expect, it } from 'vitest'
import { sampleFile, sampleTask } from '../samples'
import {
  columnFits,
  columnHolds,
  isJustMapped,
  leftOutText,
  mappedBy,
  personName,
  personRole,
  rawLine,
  sectionText,
} from './layoutWords'

const person = { Line: 12, Cells: [], Values: [], IsDependent: false, PrimaryLine: null, Says: [] }
const section = { Line: 9, Title: 'X', FirstLine: 10, LastLine: 12, Rows: 3, Answer: null }

it('tells who a person is', () => {
  expect(personName(person)).toBe('Line 12')
  expect(personRole(person)).toBe('Employee')
  expect(personRole({ ...person, IsDependent: true })).toBe('Dependent, whose is not known')
  expect(rawLine({ Cells: ['Ann', '', 'L'] })).toBe('Ann | - | L')
})

it.each([
  [{ Kind: 'Dependents' }, 'Lines 10 to 12, 3 rows: dependents.'],
  [{ Kind: 'Left', Answer: true }, 'Lines 10 to 12, 3 rows: have left, as a person has said.'],
  [{ Kind: 'Left', Answer: false }, 'Lines 10 to 12, 3 rows: have not left, as a person has said.'],
  [{ Kind: 'Left', LastLine: 10, Rows: 1 }, 'Line 10, 1 row: read as Active until a person says that they have left.'],
  [{ Kind: 'MayHaveLeft' }, 'Lines 10 to 12, 3 rows: read as Active, as it is not sure whether they are meant.'],
])('tells what a section means: %o', (more, says) => {
  expect(sectionText({ ...section, ...more })).toBe(says)
})

it.each([
  [{ Fits: 100, Second: null }, '100 %'],
  [{ Fits: 4, Second: 'Email' }, '4 %, looks like Email'],
  [{ Fits: null, Second: 'Email' }, 'looks like Email'],
  [{ Fits: null, Second: null }, undefined],
])('tells how well values fit: %o', (column, says) => {
  expect(columnFits(column)).toBe(says)
})

it.each([
  [{ Label: 'First Name', Whose: 'Person' }, 'First Name'],
  [{ Label: 'First Name', Whose: 'Employee' }, 'First Name'],
  [{ Label: 'First Name', Whose: 'Child 2' }, 'Child 2: First Name'],
  [{ Label: null, Whose: 'Relative' }, undefined],
])('tells what a column holds: %o', (held, says) => {
  expect(columnHolds(held)).toBe(says)
})

const column = (Heading: string, Label: string | null) => ({
  Heading,
  Label,
  Index: 0,
  How: Label ? 'Known' : 'Unmapped',
  Whose: 'Person',
  Why: '',
})
const named = (...left: string[]) => ({
  Columns: [column('First', 'First Name'), ...left.map((heading) => column(heading, null))],
})

it.each([
  [named(), undefined],
  [named('Group ID'), '1 of 2 columns; Group ID left out'],
  [named('Group ID', 'Type'), '1 of 3 columns; Group ID and Type left out'],
  [named('A', 'B', 'C', 'D'), '1 of 5 columns; A, B and 2 more left out'],
  [named(''), '1 of 2 columns; Column 1 left out'],
])('says which columns are left out: %o', (layout, says) => {
  expect(leftOutText(layout)).toBe(says)
})

it('knows whether anything came of a file', () => {
  const file = sampleFile()
  expect(mappedBy(file)?.Task).toBe(0)
  expect(isJustMapped(file)).toBe(true)
  expect(isJustMapped({ Tasks: [sampleTask(0)] })).toBe(false)
  expect(isJustMapped({ Tasks: [sampleTask(0, { State: 'Done' }), sampleTask(1, { State: 'Errors' })] })).toBe(false)
})
