/** Pictures of the utilization report, with an invented year of one group. */
import { groupStubs } from './groupStubs'
import type { Picture } from './pictures'
import type { Stubs } from './served'

const path = '/employers/10/reports/utilization?startDate=2026-01-01&endDate=2026-11-20'
const post = 'POST /employers/10/reports/utilization'

const lists = {
  MemberUtilization: 0.2714,
  Genders: { Female: 186, Male: 128, Unknown: 4 },
  MemberFrequency: { '1 consult': 142, '2 consults': 116, '3 consults': 48, '4 or more': 12 },
  TopDiagnoses: {
    'Acute sinusitis': 52,
    'Respiratory infection': 47,
    'Urinary tract infection': 31,
    'Allergic rhinitis': 24,
    Conjunctivitis: 19,
  },
  TopPrescriptions: { Amoxicillin: 44, Fluticasone: 29, Azithromycin: 27, Nitrofurantoin: 22, Benzonatate: 18 },
  AlternativeCareOptions: { 'Urgent care': 161, 'Primary care': 88, 'Emergency room': 43, 'Done nothing': 26 },
  Sources: { Member: 261, 'Nurse line': 38, 'Employer clinic': 19 },
  Ages: { '0-17': 41, '18-25': 38, '26-35': 58, '36-45': 71, '46-55': 52, '56-64': 41, '65+': 17 },
  AverageAge: 38.6,
  CallTimes: { '12-6 AM': 14, '6 AM-12 PM': 104, '12-6 PM': 128, '6 PM-12 AM': 72 },
  Access: { 'Mobile app': 207, 'Phone only': 74, 'Web only': 37 },
  ConsultRegions: { Florida: 251, Georgia: 48, Alabama: 19 },
}
const consults = {
  TotalConsults: 318,
  MedianWaitTime: 6,
  ProviderRatingVisitCount: 204,
  AverageProviderSatisfaction: 4.8,
  IsWithheld: false,
  WithheldBelow: 11,
  ...lists,
}
const found = {
  StartDate: '2026-01-01',
  EndDate: '2026-11-20',
  InsurancePlans: ['', 'Blue Choice PPO', 'Gulf Select HMO'],
  GroupCodes: ['10551', '10551-B'],
  TotalMemberCount: 412,
  Consults: consults,
  ...lists,
}

/** A year with a few less of everything. */
const fewer = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count], index) => [name, Math.round(count * (0.78 + index * 0.06))]),
  )
const earlier = {
  ...consults,
  TotalConsults: 277,
  MedianWaitTime: 8,
  MemberUtilization: 0.2504,
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, counts]) => (typeof counts === 'object' ? [[name, fewer(counts)]] : [])),
  ),
}

const answers: Stubs = {
  [post]: ({ body }) => {
    const isNow =
      typeof body === 'object' && body !== null && 'StartDate' in body && String(body.StartDate).startsWith('2026')
    return { Value: isNow ? found : { ...found, TotalMemberCount: 386, Consults: earlier } }
  },
  'GET /platform/regions': {
    Value: [
      { id: 10, abbreviation: 'FL', name: 'Florida' },
      { id: 11, abbreviation: 'GA', name: 'Georgia' },
    ],
  },
}

const none = {
  Genders: {},
  MemberFrequency: {},
  TopDiagnoses: {},
  TopPrescriptions: {},
  AlternativeCareOptions: {},
  Sources: {},
  Ages: {},
  AverageAge: null,
  CallTimes: {},
  Access: {},
  ConsultRegions: {},
  MemberUtilization: 0,
}
const seven = {
  ...none,
  MemberUtilization: 0.3286,
  TotalConsults: 7,
  Genders: { Female: 4, Male: 3 },
  MemberFrequency: { '1 consult': 3, '2 consults': 4, '3 consults': 0, '4 or more': 0 },
  Sources: { Member: 7 },
  AverageAge: 41.3,
  Ages: { '0-17': 1, '18-25': 0, '26-35': 2, '36-45': 0, '46-55': 4, '56-64': 0, '65+': 0 },
  CallTimes: { '12-6 AM': 0, '6 AM-12 PM': 5, '12-6 PM': 2, '6 PM-12 AM': 0 },
  ConsultRegions: { Florida: 7 },
}
const small = {
  ...found,
  TotalMemberCount: 24,
  Consults: { ...consults, ...seven, AverageProviderSatisfaction: 0, IsWithheld: true },
}
const nothing = {
  ...found,
  TotalMemberCount: 0,
  Consults: { ...consults, ...none, TotalConsults: 0, MedianWaitTime: null, AverageProviderSatisfaction: 0 },
}

export function reportPictures(administrator: Stubs): readonly Picture[] {
  const stubs = { ...administrator, ...groupStubs, ...answers }
  const shown = 'Rating from 204 consults'
  return [
    {
      name: 'report',
      path,
      stubs,
      act: async (page) => {
        await page.getByText(shown).waitFor()
        await page.getByText('+41').waitFor()
      },
    },
    {
      name: 'report-dark',
      path,
      stubs,
      dark: true,
      act: async (page) => {
        await page.getByText('+41').waitFor()
      },
    },
    {
      name: 'report-small',
      path,
      stubs: { ...stubs, [post]: { Value: small } },
      act: async (page) => {
        await page.getByText('No ratings.').waitFor()
      },
    },
    {
      name: 'report-empty',
      path,
      stubs: { ...stubs, [post]: { Value: nothing } },
      act: async (page) => {
        await page.getByText('No data has been provided.').first().waitFor()
      },
    },
    {
      name: 'report-settings',
      path: `${path}&insurancePlans=(Blank)&insurancePlans=Gulf+Select+HMO&regions=FL&panel=settings`,
      stubs,
      act: async (page) => {
        await page.getByRole('dialog', { name: 'Settings' }).waitFor()
        await page.getByText('(FL) Florida').first().waitFor()
      },
    },
    {
      name: 'report-failed',
      path,
      stubs: {
        ...stubs,
        [post]: { Errors: [{ Key: 'StartDate', Message: 'Start Date must not be before 01/01/2017.' }] },
      },
      act: async (page) => {
        await page.getByText('The report did not load').waitFor()
      },
    },
    {
      name: 'report-menu',
      path,
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Reports' }).click()
        await page.getByRole('menuitem', { name: 'Utilization' }).waitFor()
      },
    },
  ]
}
