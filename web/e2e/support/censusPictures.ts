/** The census screens and their states. */
import type { Page } from 'playwright-core'
import { censusStubs } from './censusStubs'
import { groupStubs } from './groupStubs'
import type { Picture } from './pictures'
import type { Stubs } from './served'

const listed = (page: Page) => page.getByText('kestrel_freight.csv').or(page.getByText('41b7d9e2')).first().waitFor()

export function censusPictures(signedIn: Stubs): Picture[] {
  const stubs = { ...signedIn, ...groupStubs, ...censusStubs }
  const choose = async (page: Page, ...numbers: string[]) => {
    await listed(page)
    for (const number of numbers) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  }
  return [
    { name: 'census-files', path: '/census-files', stubs, act: listed },
    { name: 'census-files-dark', path: '/census-files', stubs, act: listed, dark: true },
    { name: 'census-files-group', path: '/employers/10/census-files', stubs, act: listed },
    {
      name: 'census-files-selected',
      path: '/census-files',
      stubs,
      act: async (page, isNarrow) => {
        if (!isNarrow) await choose(page, '8f21c04a', '41b7d9e2', '902fb6ae')
        await page.getByRole('button', { name: '5 errors' }).click()
        await page.getByText('File Errors').waitFor()
      },
    },
    {
      name: 'census-file-expanded',
      path: '/census-files?expandedfileid=2',
      stubs,
      act: async (page) => {
        await page.getByText('File Details').waitFor()
      },
    },
    {
      name: 'census-file-running',
      path: '/census-files/4',
      stubs,
      act: async (page) => {
        await page.getByText('1,204').first().waitFor()
      },
    },
    {
      name: 'census-file-invalid',
      path: '/census-files/1',
      stubs,
      act: async (page) => {
        await page.getByText('View Validation').waitFor()
      },
    },
    {
      name: 'census-file-done',
      path: '/census-files/9',
      stubs,
      act: async (page) => {
        await page.getByText('File Details').waitFor()
      },
    },
    {
      name: 'census-file-undone',
      path: '/census-files/7',
      stubs,
      act: async (page) => {
        await page.getByText('1,857 of 1,860').waitFor()
      },
    },
    {
      name: 'census-file-undoing',
      path: '/census-files/8',
      stubs,
      act: async (page) => {
        await page.getByRole('progressbar', { name: 'Undo' }).waitFor()
      },
    },
    {
      name: 'census-undo',
      path: '/census-files/9?panel=census-undo.9',
      stubs,
      act: async (page) => {
        await page.getByText('Okonjo').waitFor()
      },
    },
    {
      name: 'census-file-run',
      path: '/census-files/6',
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Run Task' }).click()
        await page.getByText('Are you sure').waitFor()
      },
    },
    {
      name: 'census-upload-kind',
      path: '/census-files?panel=census-upload',
      stubs,
      act: async (page) => {
        await page.getByText('Single-group').waitFor()
      },
    },
    {
      name: 'census-upload',
      path: '/census-files?panel=census-upload',
      stubs,
      act: async (page) => {
        await page.getByText('Single-group').click()
        await page.getByRole('combobox', { name: 'Employer group' }).fill('harb')
        await page.getByRole('option', { name: /Harborline/ }).click()
        await page.getByRole('button', { name: 'Upload File' }).click()
        await page.getByText('You must select a file.').waitFor()
      },
    },
    {
      name: 'census-process',
      path: '/census-files?panel=process.1-2-3-5',
      stubs,
      act: async (page) => {
        await page.getByText('ineligible files').waitFor()
      },
    },
    {
      name: 'census-process-none',
      path: '/census-files?panel=process.1',
      stubs,
      act: async (page) => {
        await page.getByText('You did not select').first().waitFor()
      },
    },
    {
      name: 'census-settings',
      path: '/census-files?panel=process.2-5,census-settings.2',
      stubs,
      act: async (page) => {
        await page.getByRole('switch', { name: /Override/ }).click()
        await page.getByText('absent from the census file').first().waitFor()
      },
    },
    {
      name: 'census-mapping',
      path: '/census-files?panel=mapping.6-60',
      stubs,
      act: async (page) => {
        await page.getByText('Employee No').waitFor()
      },
    },
    {
      name: 'census-validation',
      path: '/census-files/1?panel=validation.1-11',
      stubs,
      act: async (page) => {
        await page.getByText('Castellan').waitFor()
      },
    },
    {
      name: 'census-record',
      path: '/census-files/1?panel=record.1-11-17',
      stubs,
      act: async (page) => {
        await page.getByText('Enter a state such as FL.').first().waitFor()
      },
    },
    {
      name: 'census-matches',
      path: '/census-files/5?panel=matches.5-52',
      stubs,
      act: async (page) => {
        await page.getByText('Email and Last Name').first().waitFor()
      },
    },
    {
      name: 'census-delete',
      path: '/census-files',
      stubs,
      act: async (page) => {
        await listed(page)
        await page.getByRole('button', { name: 'Actions for 8f21c04a' }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByText('Are you sure').waitFor()
      },
    },
  ]
}
