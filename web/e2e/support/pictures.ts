/** The screens to take pictures of: where they are, what the server answers, and what to do before the picture. */
import type { Page } from 'playwright-core'
import { brokerStubs } from './brokerStubs'
import { groupPictures } from './groupPictures'
import { censusPictures } from './censusPictures'
import { commissionPictures } from './commissionPictures'
import { memberPictures } from './memberPictures'
import { moneyPictures } from './moneyPictures'
import { reportPictures } from './reportPictures'
import type { Stubs } from './served'
import { userPictures } from './userPictures'
import { userStubs } from './userStubs'

export interface Picture {
  name: string
  path: string
  stubs: Stubs
  act?: (page: Page, isNarrow: boolean) => Promise<void>
  dark?: boolean
  /** Messages of the browser that belong to the case, such as a refused call. */
  allowed?: RegExp
}

const nobody = { status: 401, Errors: [{ Key: '', Message: 'Sign in first.' }] }

export const administrator = {
  Value: {
    User: {
      Id: 1,
      FirstName: 'Dana',
      LastName: 'Reyes',
      FullName: 'Dana Reyes',
      Email: 'dana.reyes@example.com',
      RoleId: 1,
      RoleName: 'Administrator',
      Broker: null,
      HasSecondFactor: false,
    },
    Actions: [
      'UseOwnAccount',
      'ViewChoices',
      'ViewGroups',
      'EditGroups',
      'ViewMembers',
      'EditMembers',
      'ViewPricingChoices',
      'ViewBrokers',
      'EditBrokers',
      'ViewBilling',
      'EditBilling',
      'ViewCommissions',
      'EditCommissions',
      'ViewStatements',
      'ViewInvoices',
      'ViewUnsentInvoices',
      'ViewReports',
      'ViewCensus',
      'EditCensus',
      'AdministerCensus',
      'ViewAudit',
      'ViewContacts',
      'EditContacts',
      'ViewNotes',
      'EditNotes',
      'ViewUsers',
      'EditUsers',
      'AddUsers',
      'Impersonate',
      'ResetSecondFactor',
      'ViewSecurity',
      'EditSecurity',
    ],
    Impersonator: null,
    SecondFactorNeeded: false,
  },
}

const groupUser = {
  Value: {
    User: {
      Id: 4,
      FirstName: 'Owen',
      LastName: 'Bracknell',
      FullName: 'Owen Bracknell',
      Email: 'owen.bracknell@example.com',
      RoleId: 4,
      RoleName: 'Group User',
      Broker: null,
      HasSecondFactor: false,
    },
    Actions: [
      'UseOwnAccount',
      'ViewChoices',
      'ViewGroups',
      'ViewMembers',
      'EditMembers',
      'ViewPricingChoices',
      'ViewInvoices',
      'ViewReports',
      'ViewCensus',
      'EditCensus',
      'ViewUsers',
    ],
    Impersonator: null,
    SecondFactorNeeded: false,
  },
}

const signIn: Picture[] = [
  {
    name: 'sign-in',
    path: '/sign-in?from=/brokers&why=idle&minutes=30',
    stubs: { 'GET /auth/me': nobody },
    allowed: /401/,
    act: async (page) => {
      await page.getByLabel('Email address').fill('dana.reyes@example.com')
      await page.getByLabel('Password', { exact: true }).fill('a long enough one')
    },
  },
]

const signedIn: Stubs = { ...userStubs, 'GET /auth/me': administrator, ...brokerStubs }
const listed = (page: Page) => page.getByText('Yarrow & Stone').waitFor()

const brokers: Picture[] = [
  { name: 'brokers', path: '/brokers?sort=Name', stubs: signedIn, act: listed },
  { name: 'brokers-dark', path: '/brokers?sort=Name', stubs: signedIn, act: listed, dark: true },
  {
    name: 'brokers-expanded',
    path: '/brokers?sort=Name&row=10',
    stubs: signedIn,
    act: async (page) => {
      await page.getByText('Harborline Logistics').waitFor()
    },
  },
  {
    name: 'brokers-menu',
    path: '/brokers?sort=Name',
    stubs: signedIn,
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Juniper Benefit Advisors' }).click()
      await page.getByRole('menuitem', { name: 'Edit Broker' }).hover()
    },
  },
  {
    name: 'brokers-waiting',
    path: '/brokers',
    stubs: { ...signedIn, 'GET /brokers/search': 'never' },
    act: async (page) => {
      await page.getByRole('heading', { name: 'Brokers' }).waitFor()
    },
  },
  {
    name: 'brokers-empty',
    path: '/brokers?q=zebra',
    stubs: { ...signedIn, 'GET /brokers/search': { Value: { Data: [], TotalRecords: 0, TotalPages: 0 } } },
    act: async (page) => {
      await page.getByText('No results.').waitFor()
    },
  },
  {
    name: 'brokers-failed',
    path: '/brokers',
    stubs: {
      ...signedIn,
      'GET /brokers/search': { status: 500, Errors: [{ Key: '', Message: 'An unknown error has occurred.' }] },
    },
    allowed: /500/,
    act: async (page) => {
      await page.getByText('did not load').waitFor()
    },
  },
  {
    name: 'broker-editor',
    path: '/brokers?sort=Name&panel=broker.10',
    stubs: {
      ...signedIn,
      'PUT /brokers/10': {
        Errors: [
          { Key: 'Name', Message: 'Enter a name.' },
          { Key: 'InvoiceGracePeriod', Message: 'Enter 0 to 90 days.' },
        ],
      },
    },
    act: async (page) => {
      await page.getByLabel('Name').fill('')
      await page.getByLabel('Grace period').fill('120')
      await page.getByRole('button', { name: 'Save broker' }).click()
      await page.getByText('Enter 0 to 90 days.').waitFor()
    },
  },
  {
    name: 'broker-editor-dark',
    dark: true,
    path: '/brokers?sort=Name&panel=broker.10',
    stubs: signedIn,
    act: async (page) => {
      await page.getByLabel('Name').waitFor()
    },
  },
  {
    name: 'broker-discard',
    path: '/brokers?sort=Name&panel=broker.10',
    stubs: { ...signedIn, 'POST /brokers': { Value: { Id: 62 } } },
    act: async (page) => {
      await page.getByLabel('Name').fill('Juniper Advisors')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keep editing' }).waitFor()
    },
  },
  {
    name: 'broker-saved',
    path: '/brokers?sort=Name&panel=broker.10',
    stubs: { ...signedIn, 'PUT /brokers/10': { Value: { Id: 10 } } },
    act: async (page) => {
      await page.getByLabel('Name').fill('Juniper Advisors')
      await page.getByRole('button', { name: 'Save broker' }).click()
      await page.getByText('The broker has been updated successfully!').waitFor()
      await page.waitForTimeout(2500)
    },
  },
]

export const pictures: readonly Picture[] = [
  ...signIn,
  ...brokers,
  ...groupPictures({ 'GET /auth/me': administrator }, { 'GET /auth/me': groupUser }),
  ...memberPictures({ 'GET /auth/me': administrator }, { 'GET /auth/me': groupUser }),
  ...reportPictures({ 'GET /auth/me': administrator }),
  ...censusPictures(signedIn),
  ...moneyPictures(signedIn),
  ...commissionPictures(signedIn),
  ...userPictures(administrator),
]
