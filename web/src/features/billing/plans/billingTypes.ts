/** The kinds of billing by their numbers. */
export const billingTypes = [
  { value: 1, label: 'Per Consultation' },
  { value: 2, label: 'PEPM' },
  { value: 3, label: 'After-hours Consult Fees' },
]

/** Employees per month: what a new plan begins with. */
export const pepm = 2

/** Consults after hours: what they count and for whom is fixed (rules.md#after-hours-line). */
export const afterHours = 3

/** What a billing type is called; 0 and numbers we do not know are none. */
export function billingTypeName(type: number): string {
  return billingTypes.find(({ value }) => value === type)?.label ?? ''
}

const currentMonth = 0
const previousMonth = 1

/** The period that new line items of a type start with (rules.md#month-of-a-line). */
export function usualPeriod(type: number | null): number {
  return type === pepm ? currentMonth : previousMonth
}
