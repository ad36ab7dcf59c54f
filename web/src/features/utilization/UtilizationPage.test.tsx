import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { refused, stubCalls, valid } from '../../testing/calls'
import { attached, watchFiles } from '../../testing/files'
import { groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'

const post = 'POST /employers/7/reports/utilization'
const page = '/employers/7/reports/utilization'

const lists = {
  MemberUtilization: 0.2714,
  Genders: { Female: 186, Male: 128, Unknown: 4 },
  MemberFrequency: { '1 consult': 142, '2 consults': 116, '3 consults': 48, '4 or more': 12 },
  TopDiagnoses: { 'Acute sinusitis': 52 },
  TopPrescriptions: { Amoxicillin: 44 },
  AlternativeCareOptions: { 'Urgent care': 161, '': 157 },
  Sources: {},
  Ages: { '0-17': 41, '65+': 277 },
  AverageAge: 38.61,
  CallTimes: { '12-6 AM': 14, '6 AM-12 PM': 304 },
  Access: { Video: 318 },
  ConsultRegions: { Florida: 251, Georgia: 67 },
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
const report = {
  StartDate: '2026-01-01',
  EndDate: '2026-11-20',
  InsurancePlans: ['', 'Gold'],
  GroupCodes: ['A-1', 'B-2'],
  TotalMemberCount: 412,
  Consults: consults,
  ...lists,
}
const nobody = { ...report, TotalMemberCount: 0, Consults: { ...consults, TotalConsults: 0 } }
const earlier = {
  ...report,
  TotalMemberCount: 386,
  Consults: {
    ...consults,
    TotalConsults: 277,
    MedianWaitTime: 8,
    MemberUtilization: 0.2504,
    TopDiagnoses: { 'Acute sinusitis': 48 },
  },
}
const calls = {
  ...groupAnswers(7),
  'GET /platform/regions': valid([
    { id: 10, abbreviation: 'FL', name: 'Florida' },
    { id: 11, abbreviation: 'GA', name: 'Georgia' },
  ]),
}

/** Answers by the year that is asked for. */
function answers(now: unknown, before: unknown) {
  return async (request: Request) => {
    const { StartDate } = (await request.clone().json()) as { StartDate: string }
    return valid(StartDate.startsWith('2025') ? before : now)(request)
  }
}

const card = (name: string) => screen.findByRole('region', { name })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T17:00:00Z'), toFake: ['Date'] })
})

it('shows this year up to today beside the same days of the year before', async () => {
  const made = stubCalls({ ...calls, [post]: answers(report, earlier) })
  const { router } = await renderRoute(page)
  for (const text of [
    '27.14%',
    '318',
    '412',
    '4.8',
    'Rating from 204 consults',
    '01/01/2026 – 11/20/2026',
    'All plans',
    'All group codes',
    'Same days of 2025',
  ])
    expect((await screen.findAllByText(text))[0]).toBeVisible()
  for (const text of ['+2.10 pts', '+41', '+26', '−2 min']) expect(screen.getByText(text)).toBeVisible()
  expect(router.state.location.search).toEqual({ startDate: '2026-01-01', endDate: '2026-11-20' })
  expect(made.of(post).map(({ body }) => body)).toEqual([
    {
      GroupId: '7',
      StartDate: '2026-01-01',
      EndDate: '2026-11-20T23:59:59.999',
      InsurancePlans: [],
      GroupCodes: [],
      Regions: [],
    },
    {
      GroupId: '7',
      StartDate: '2025-01-01',
      EndDate: '2025-11-20T23:59:59.999',
      InsurancePlans: [],
      GroupCodes: [],
      Regions: [],
    },
  ])
  const diagnoses = within(await card('Top 5 Diagnoses'))
  expect(diagnoses.getByText('16.4%')).toHaveTextContent('16.4%, before 17.3%')
  expect(document.title).toBe('Utilization · Harborline Logistics · Ledgerwell')
})

it('has ten lists, each with its part of the total consults', async () => {
  stubCalls({ ...calls, [post]: answers(report, nobody) })
  await renderRoute(page)
  for (const [title, text] of [
    ['Breakdown by Gender', 'Female18658.5%'],
    ['Member Use Frequency', '1 consult14244.7%'],
    ['Top 5 Diagnoses', 'Acute sinusitis5216.4%'],
    ['Top 5 Prescriptions', 'Amoxicillin4413.8%'],
    ['Where Members Would Have Gone', '(Blank)15749.4%'],
    ['Consult Sources', 'No data has been provided.'],
    ['Age Groups', 'Average Age 38.60–174112.9%'],
    ['Breakdown by Call Times', '(based on Eastern Time)12–6 AM144.4%'],
    ['Member Access', 'Video318100.0%'],
    ['States', 'FL · Florida25178.9%'],
  ] as const)
    expect(await card(title)).toHaveTextContent(text)
  expect(screen.queryByText(/^Same days/)).toBeNull()
})

it('says what is withheld and that nobody rated', async () => {
  const few = {
    ...report,
    Consults: {
      ...consults,
      IsWithheld: true,
      TopDiagnoses: {},
      TopPrescriptions: {},
      AverageProviderSatisfaction: 0,
      MedianWaitTime: null,
    },
  }
  stubCalls({ ...calls, [post]: answers(few, nobody) })
  const { user } = await renderRoute(page)
  expect(await card('Top 5 Diagnoses')).toHaveTextContent(
    'Withheld. Fewer than 11 members consulted in this period, so this list could identify a person.',
  )
  expect(await card('Top 5 Prescriptions')).toHaveTextContent('Withheld.')
  expect(screen.getByText('No ratings.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'All plans' }))
  expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeVisible()
})

it('is narrowed by the settings, and keeps them in the address', async () => {
  const made = stubCalls({ ...calls, [post]: answers(report, nobody) })
  const { user, router } = await renderRoute(`${page}?StartDate=2026-10-01&EndDate=2026-10-31`)
  await user.click(await screen.findByRole('button', { name: 'Settings' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Settings' }))
  expect(panel.getByRole('textbox', { name: 'Start Date' })).toHaveValue('10/01/2026')
  for (const clear of ['Clear Selected Group Codes', 'Clear Selected Plans', 'Clear Selected Regions'])
    expect(panel.getByRole('button', { name: clear })).toBeDisabled()
  for (const [field, option] of [
    ['Group Codes', 'A-1'],
    ['Insurance Plans', '(Blank)'],
    ['Insurance Plans', 'Gold'],
    ['Regions', '(GA) Georgia'],
  ] as const) {
    await user.click(panel.getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await user.click(panel.getByRole('button', { name: 'Clear Selected Group Codes' }))
  await user.clear(panel.getByRole('textbox', { name: 'Start Date' }))
  await user.type(panel.getByRole('textbox', { name: 'Start Date' }), '09/01/2026')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({
    startDate: '2026-09-01',
    endDate: '2026-10-31',
    insurancePlans: ['(Blank)', 'Gold'],
    regions: 'GA',
  })
  expect(made.of(post).map(({ body }) => body)).toContainEqual({
    GroupId: '7',
    StartDate: '2026-09-01',
    EndDate: '2026-10-31T23:59:59.999',
    InsurancePlans: ['(Blank)', 'Gold'],
    GroupCodes: [],
    Regions: ['GA'],
  })
  expect(screen.getByText('(Blank), Gold')).toBeVisible()
  expect(await screen.findByText('Georgia')).toBeVisible()
})

it('shows what is wrong with the settings under their fields', async () => {
  const wrong = [{ Key: 'EndDate', Message: 'End Date must not be before Start Date.' }]
  const answer = async (request: Request) => {
    const { EndDate } = (await request.clone().json()) as { EndDate: string }
    return (EndDate.startsWith('2026-01-01') ? refused(wrong) : valid(report))(request)
  }
  stubCalls({ ...calls, [post]: answer })
  const { user, router } = await renderRoute(`${page}?startDate=2026-10-01&endDate=2026-10-31&panel=settings`)
  const panel = within(await screen.findByRole('dialog', { name: 'Settings' }))
  await user.clear(panel.getByRole('textbox', { name: 'End Date' }))
  await user.type(panel.getByRole('textbox', { name: 'End Date' }), '01/01/2026')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect((await panel.findAllByText('End Date must not be before Start Date.'))[0]).toBeVisible()
  expect(router.state.location.search).toMatchObject({ endDate: '2026-10-31' })
})

it('says why there is no report, and still lets one change the settings', async () => {
  stubCalls({ ...calls, [post]: refused([{ Key: 'StartDate', Message: 'Start Date must not be before 01/01/2017.' }]) })
  await renderRoute(`${page}?startDate=2016-01-01&endDate=2016-02-01`)
  expect(await screen.findByText(/Start Date must not be before 01\/01\/2017\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Settings' })).toBeEnabled()
})

it('is downloaded with its days and all it is narrowed to', async () => {
  const made = stubCalls({
    ...calls,
    [post]: answers(report, nobody),
    [`GET ${page}/pdf`]: attached('%PDF', 'utilization.pdf', 'application/pdf'),
  })
  const files = watchFiles()
  const { user } = await renderRoute(
    `${page}?startDate=2026-10-01&endDate=2026-10-31&insurancePlans=Gold%2C+large&insurancePlans=(Blank)&regions=FL`,
  )
  await user.click(await screen.findByRole('button', { name: 'Print or download' }))
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['utilization.pdf']))
  expect([...made.last(`GET ${page}/pdf`).url.searchParams]).toEqual([
    ['StartDate', '2026-10-01'],
    ['EndDate', '2026-10-31'],
    ['InsurancePlans', 'Gold, large'],
    ['InsurancePlans', '(Blank)'],
    ['Regions', 'FL'],
  ])
})

it('tells a plan and a group code of one name apart', async () => {
  stubCalls({ ...calls, [post]: answers(report, nobody) })
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  await renderRoute(`${page}?startDate=2026-10-01&endDate=2026-10-31&insurancePlans=Gold&groupCodes=Gold`)
  expect(await screen.findAllByRole('button', { name: 'Gold' })).toHaveLength(2)
  expect(complaints.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
  complaints.mockRestore()
})

it('is reached from the menu of the tabs', async () => {
  stubCalls({ ...calls, [post]: answers(report, earlier) })
  const { user, router } = await renderRoute('/employers/7')
  await user.click(await screen.findByRole('button', { name: 'Reports' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Utilization' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(page))
})

const month = (Name: string, StartDate: string, EndDate: string, MemberUtilization: number) => ({
  Name,
  StartDate,
  EndDate,
  TotalConsults: 9,
  MemberUtilization,
})

it('the card of the overview leads to the report of each of five months', async () => {
  const found = [
    month('November 2026', '2026-11-01', '2026-11-20', 0.272),
    month('October 2026', '2026-10-01', '2026-10-31', 0.29),
    month('September 2026', '2026-09-01', '2026-09-30', 0.25),
    month('August 2026', '2026-08-01', '2026-08-31', 0.22),
    month('July 2026', '2026-07-01', '2026-07-31', 0.23),
  ]
  const made = stubCalls({
    ...calls,
    'GET /employers/7/reports/utilization/months': valid(found),
    [post]: answers(report, nobody),
    [`GET ${page}/pdf`]: attached('%PDF', 'utilization.pdf', 'application/pdf'),
  })
  const files = watchFiles()
  const { user, router } = await renderRoute('/employers/7')
  const widget = within(await card('Utilization Reports'))
  expect(await widget.findByText('27%')).toBeVisible()
  expect(widget.getAllByRole('link', { name: /^View / }).map((link) => link.getAttribute('href'))).toEqual(
    found.map(({ StartDate, EndDate }) => `${page}?StartDate=${StartDate}&EndDate=${EndDate}`),
  )
  expect(widget.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(
    found.map(({ Name }) => `Download ${Name}`),
  )
  await user.click(widget.getByRole('button', { name: 'Download November 2026' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(made.last(`GET ${page}/pdf`).url.search).toBe('?StartDate=2026-11-01&EndDate=2026-11-20')
  await user.click(widget.getByRole('link', { name: 'View October 2026' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ startDate: '2026-10-01', endDate: '2026-10-31' }))
  expect(await screen.findByText('10/01/2026 – 10/31/2026')).toBeVisible()
})

it('what a link names is in the address under one name only, before the settings are saved and after', async () => {
  stubCalls({ ...calls, [post]: answers(report, nobody) })
  const { user, router } = await renderRoute(
    `${page}?startDate=2026-10-01&endDate=2026-10-31&InsurancePlans=Gold&GroupCodes=A-1&Regions=GA`,
  )
  const narrowed = { startDate: '2026-10-01', endDate: '2026-10-31', insurancePlans: 'Gold', groupCodes: 'A-1' }
  const address = () => Object.fromEntries(new URLSearchParams(router.state.location.searchStr))
  await waitFor(() => expect(address()).toEqual({ ...narrowed, regions: 'GA' }))
  await user.click(await screen.findByRole('button', { name: 'Settings' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Settings' }))
  await user.click(panel.getByRole('button', { name: 'Clear Selected Regions' }))
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toEqual(narrowed)
})

it('the card says when it did not load', async () => {
  stubCalls({
    ...calls,
    'GET /employers/7/reports/utilization/months': refused(
      [{ Key: '', Message: 'An unknown error has occurred.' }],
      500,
    ),
  })
  await renderRoute('/employers/7')
  expect(await within(await card('Utilization Reports')).findByRole('button', { name: 'Try again' })).toBeVisible()
})
