/** The kinds of billing by their numbers (billing section 3). */
export const billingTypes = [
  { value: 1, label: 'Per Consultation' },
  { value: 2, label: 'PEPM' },
  { value: 3, label: 'After-hours Consult Fees' },
]
