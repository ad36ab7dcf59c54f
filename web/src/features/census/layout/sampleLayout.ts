/** A layout for the tests, as the server answers it. */
import type { FileLayout, Layout } from './queries'

export function sampleLayout(more: Partial<Layout> = {}): FileLayout {
  return {
    MadeOn: '2026-11-19T21:40:02Z',
    Layout: {
      Encoding: 'UTF-8',
      Delimiter: 'comma',
      Sheet: null,
      OtherSheets: [],
      HeadingLine: 2,
      Rows: 1860,
      LookedAt: 500,
      Questions: [],
      People: [
        {
          Line: 3,
          Cells: ['Moss, Ann', '5/17/1984', 'EE', '', 'L'],
          Values: [
            { Field: 'FirstName', Label: 'First Name', Value: 'Ann' },
            { Field: 'LastName', Label: 'Last Name', Value: 'Moss' },
            { Field: 'DateOfBirth', Label: 'Date of Birth', Value: '1984-05-17' },
            { Field: 'Gender', Label: 'Gender', Value: 'Female' },
          ],
          IsDependent: false,
          PrimaryLine: null,
          Says: [],
        },
        {
          Line: 4,
          Cells: ['Moss, Karl', 'soon', 'SP'],
          Values: [
            { Field: 'FirstName', Label: 'First Name', Value: 'Karl' },
            { Field: 'LastName', Label: 'Last Name', Value: 'Moss' },
          ],
          IsDependent: true,
          PrimaryLine: 3,
          Says: ['Date of Birth is not a date.'],
        },
      ],
      Columns: [
        {
          Index: 0,
          Heading: 'Emp Name',
          Field: 'FullName',
          Label: 'Full Name',
          How: 'Known',
          Why: 'The heading is known.',
          Whose: 'Employee',
          Fits: null,
          Second: null,
        },
        {
          Index: 1,
          Heading: '',
          Field: null,
          Label: null,
          How: 'Unmapped',
          Why: 'Nobody knows the heading, or another column is surer.',
          Whose: 'Person',
          Fits: null,
          Second: 'Date of Birth',
        },
      ],
      Dates: {
        Order: 'MonthFirst',
        IsSure: true,
        Why: '412 of 500 dates can only be read with the month first.',
        Column: 'DOB',
      },
      Names: { Order: 'LastFirst', IsSure: true, Why: 'A comma stands behind the last name.', Column: 'Emp Name' },
      Sections: [
        {
          Line: 900,
          Title: 'Terminated Employees',
          Kind: 'Left',
          FirstLine: 901,
          LastLine: 912,
          Rows: 12,
          Answer: null,
        },
      ],
      Families: {
        Dependents: 31,
        Ties: [{ By: 'FamilyId', Why: 'They have the Family ID of their employee.', Dependents: 30, FirstLine: 4 }],
        Untied: 1,
        UntiedLines: [77],
      },
      LeftOut: [
        {
          Reason: 'Title',
          Why: 'Title',
          Lines: 1,
          FirstLine: 1,
          MayBePeople: 0,
          Examples: [{ Line: 1, Text: 'Roster of Harborline' }],
        },
      ],
      ...more,
    },
  }
}
