/** Lines of a bill and the members on them, as the server answers them. */

export const line = {
  Id: 1,
  Name: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth: 11,
  BillableMonthName: 'November',
  BillableQuantity: 412,
  BillingType: 2,
  ReferenceId: null,
  IsCredit: false,
  IsCorrection: false,
  Rate: 12.5,
  LineItemTotalDollars: 5150,
}
export const credit = {
  ...line,
  Id: 2,
  BillableMonth: 9,
  BillableMonthName: 'September',
  BillableQuantity: 1,
  IsCredit: true,
  IsCorrection: true,
  LineItemTotalDollars: -12.5,
}

/** A member on a line, with the status change that put it there. */
export const employee = (
  EmployeeId: number,
  FirstName: string,
  LastName: string,
  Status: number,
  ChangeDate: string,
) => ({
  Employee: { EmployeeId, FirstName, LastName },
  FilteredStatusChanges: [{ Status, ChangeDate }],
})
