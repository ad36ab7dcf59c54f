import { cleanup, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderShape } from '../testing/renderRoute'
import { Details } from './value/Details'
import { EntityHeader } from './page/EntityHeader'
import { FilteredList } from './table/FilteredList'
import { IconBuilding } from './icons'
import { IdChip } from './value/IdChip'
import { PanelTabs } from './panel/PanelTabs'
import { Pipeline } from './state/Pipeline'
import { PlainTable } from './table/PlainTable'
import { ProgressBar } from './state/ProgressBar'
import { SegmentedNav } from './page/SegmentedNav'
import { ImpersonationBar } from './shell/ImpersonationBar'
import { Shell } from './shell/Shell'
import { StatStrip } from './page/StatStrip'
import { Status } from './value/StatusDot'
import { Widget, WidgetRow } from './page/Widget'

describe('the head of a record', () => {
  const tabs = [
    { label: 'Overview', to: '/employers/7', exact: true },
    { label: 'Members', to: '/employers/7/members', count: 1587 },
    {
      label: 'Reports',
      to: '/employers/7/reports',
      entries: [{ label: 'Utilization', to: '/employers/7/reports/utilization' }],
    },
  ]

  it('shows parents, title, status and tabs, of which the current one is told', async () => {
    await renderShape(
      <EntityHeader
        title="Harborline Logistics"
        crumbs={[{ label: 'Employer Groups', to: '/employers' }]}
        status={<Status name="Active" />}
        tabs={tabs}
      />,
      '/employers/7/members?q=x',
    )
    expect(document.title).toBe('Members · Harborline Logistics · Ledgerwell')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Harborline Logistics')
    // A long one is cut, and says the whole to whoever points at it.
    expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('title', 'Harborline Logistics')
    expect(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link')).toHaveTextContent(
      'Employer Groups',
    )
    expect(screen.getByRole('link', { name: 'Members 1,587' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current')
  })

  it('a tab with several pages opens a menu of links', async () => {
    const { user } = await renderShape(<EntityHeader title="Harborline" crumbs={[]} tabs={tabs} />, '/employers/7')
    await user.click(screen.getByRole('button', { name: 'Reports' }))
    expect(await screen.findByRole('menuitem', { name: 'Utilization' })).toHaveAttribute(
      'href',
      '/employers/7/reports/utilization',
    )
  })
})

it('the second level can be left where scrolling answers with a promise', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
  await renderShape(<SegmentedNav label="Billing" items={[{ label: 'Billing Plans', to: '/plans' }]} />, '/plans')
  expect(cleanup).not.toThrow()
})

it('the second level tells the current page', async () => {
  await renderShape(
    <SegmentedNav
      label="Billing"
      items={[
        { label: 'Billing Plans', to: '/plans' },
        { label: 'Pricing Options', to: '/pricing' },
      ]}
    />,
    '/pricing',
  )
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Pricing Options')
})

describe('the frame', () => {
  const groups = [
    {
      title: 'Groups',
      items: [
        {
          label: 'Employer Groups',
          to: '/employers',
          icon: IconBuilding,
          count: { number: 3, bad: true, says: 'files failed' },
        },
      ],
    },
  ]

  it('has a way past the navigation, and says what its counters count', async () => {
    await renderShape(
      <Shell groups={groups} user="User" userSmall="U">
        Page
      </Shell>,
      '/employers',
    )
    expect(screen.getByRole('link', { name: 'Skip to the page' })).toHaveAttribute('href', '#page')
    expect(screen.getByRole('link', { name: 'Employer Groups, 3 files failed' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    expect(screen.getByRole('main')).toHaveTextContent('Page')
  })

  it('opens the navigation by a button where it is narrow', async () => {
    const { user } = await renderShape(
      <Shell groups={groups} user="User" userSmall="U">
        Page
      </Shell>,
    )
    const button = screen.getByRole('button', { name: 'Menu' })
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  it('draws no heading for a group one may open nothing of', async () => {
    await renderShape(
      <Shell groups={[{ title: 'Money', items: [] }]} user="User" userSmall="U">
        Page
      </Shell>,
    )
    expect(screen.queryByText('Money')).toBeNull()
  })

  it('says whom one acts as, and stops', async () => {
    const stop = vi.fn()
    const { user } = await renderShape(
      <ImpersonationBar name="Marisol Tennant" detail="24 minutes left" onStop={stop} />,
    )
    expect(screen.getByRole('status')).toHaveTextContent('You act as Marisol Tennant')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(stop).toHaveBeenCalledOnce()
  })
})

describe('a card', () => {
  const query = { isPending: false, isError: false, error: undefined, data: [1], refetch: () => {} }
  const row = <WidgetRow title="INV-10482" facts="Nov 2026" end="$5,170.00" />

  it('shows its rows', async () => {
    await renderShape(
      <Widget title="Latest Invoices" query={query} action={<a href="/invoices">All Invoices</a>}>
        {row}
      </Widget>,
    )
    expect(screen.getByRole('region', { name: 'Latest Invoices' })).toHaveTextContent(
      'All InvoicesINV-10482Nov 2026$5,170.00',
    )
  })

  it('says when it waits, when it is empty and when it failed', async () => {
    const refetch = vi.fn()
    const { user } = await renderShape(
      <>
        <Widget title="A" query={{ ...query, isPending: true }}>
          {row}
        </Widget>
        <Widget title="B" query={{ ...query, data: [] }} empty="There are no invoices to display.">
          {row}
        </Widget>
        <Widget title="C" query={{ ...query, isError: true, refetch }}>
          {row}
        </Widget>
      </>,
    )
    expect(screen.getByRole('status', { name: 'Loading A' })).toBeVisible()
    expect(screen.getByText('There are no invoices to display.')).toBeVisible()
    expect(screen.queryByText('INV-10482')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })
})

it('the counters wait in words', async () => {
  await renderShape(
    <StatStrip
      stats={[{ label: 'Total Members', value: '587', says: 'since 01/01/2022' }]}
      waiting="Loading member data..."
    />,
  )
  expect(screen.getByText('Loading member data...')).toBeVisible()
  expect(screen.queryByText('587')).toBeNull()
})

it('a definition list shows a dash for nothing', async () => {
  await renderShape(
    <Details
      items={[
        { term: 'Renewal', value: null },
        { term: 'Tax ID', value: '12' },
      ]}
    />,
  )
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['-', '12'])
})

describe('a status', () => {
  it.each([
    ['Active', 'ok', 'filled'],
    ['Pending Active', 'ok', 'ring'],
    ['Pending In-Active', 'off', 'ring'],
    ['Processing', 'info', 'running'],
    ['Overdue', 'bad', 'filled'],
    ['Something new', 'off', 'filled'],
  ])('%s is %s and %s', async (name, tone, shape) => {
    await renderShape(<Status name={name} />)
    const dot = screen.getByText(name).previousElementSibling
    expect(dot).toHaveAttribute('data-tone', tone)
    expect(dot).toHaveAttribute('data-shape', shape)
  })

  it('that is missing is unknown', async () => {
    await renderShape(<Status name={null} />)
    expect(screen.getByText('Unknown')).toBeVisible()
  })
})

it.each([
  ['05/05/1980', true],
  ['$5,170.00', true],
  ['−$12.50', true],
  ['Member since 05/05/1980', false],
  ['10551', false],
])('in a definition list %s stays on one line: %s', async (value, whole) => {
  await renderShape(<Details items={[{ term: 'Fact', value }]} />)
  expect(screen.getByText(value).hasAttribute('data-whole')).toBe(whole)
})

it('in a definition list ids keep narrow hyphens and e-mail addresses break before the @', async () => {
  await renderShape(
    <Details
      items={[
        { term: 'Other ID', value: 'HL-20463' },
        { term: 'Added', value: '01/04/2022' },
        { term: 'Email', value: 'gideon@example.com' },
      ]}
    />,
  )
  expect(screen.getByText('HL-20463')).toHaveAttribute('data-hyphens')
  expect(screen.getByText('01/04/2022')).not.toHaveAttribute('data-hyphens')
  expect(screen.getByText('gideon@example.com').innerHTML).toBe('gideon<wbr>@example.com')
})

it('the steps of a pipeline say their state and result', async () => {
  const choose = vi.fn()
  const { user } = await renderShape(
    <Pipeline
      label="Tasks"
      steps={[
        { label: 'Map data', state: 'done', says: '14 of 14 columns' },
        { label: 'Match members', state: 'attention', says: '7 reviewed', onChoose: choose },
        { label: 'Process data', state: 'current' },
        { label: 'Report', state: 'waiting' },
      ]}
    />,
  )
  const steps = within(screen.getByRole('list', { name: 'Tasks' })).getAllByRole('listitem')
  expect(steps[0]).toHaveTextContent('Map data (done) 14 of 14 columns')
  expect(steps[2]).toHaveAttribute('aria-current', 'step')
  expect(steps[3]).toHaveTextContent('not started')
  await user.click(screen.getByRole('button', { name: 'Match members' }))
  expect(choose).toHaveBeenCalledOnce()
})

it('a progress bar says how much is done', async () => {
  await renderShape(<ProgressBar label="Process data" done={1204} total={1860} noun="rows" />)
  expect(screen.getByRole('progressbar', { name: 'Process data' })).toHaveAttribute('aria-valuenow', '64')
  expect(screen.getByText('1,204')).toBeVisible()
})

it('a small table has a total line', async () => {
  await renderShape(
    <PlainTable
      label="Lines"
      columns={[
        { key: 'Name', title: 'Line', kind: 'name', cell: (row: { Name: string }) => row.Name },
        { key: 'Amount', title: 'Amount', kind: 'money', cell: () => '$5,150.00' },
      ]}
      rows={[{ Name: 'Virtual Care PEPM' }]}
      rowId={(row) => row.Name}
      total={{ Name: 'Total', Amount: '$5,170.00' }}
    />,
  )
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'LineAmount',
    'Virtual Care PEPM$5,150.00',
    'Total$5,170.00',
  ])
})

it('the tabs of a panel move by the keyboard, and each names the part it shows', async () => {
  const tabs = [
    { name: 'details', label: 'Details' },
    { name: 'lines', label: 'Line Items' },
  ]
  function Plan() {
    const [current, setCurrent] = useState('details')
    return (
      <PanelTabs label="Plan" tabs={tabs} current={current} onChoose={setCurrent}>
        This is {current}.
      </PanelTabs>
    )
  }
  const { user } = await renderShape(<Plan />)
  expect(screen.getByRole('tablist', { name: 'Plan' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  expect(screen.getByRole('tabpanel', { name: 'Details' })).toHaveTextContent('This is details.')
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Line Items', selected: true })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'Line Items' })).toHaveTextContent('This is lines.')
  expect(screen.getByRole('tab', { name: 'Line Items' })).toHaveAttribute(
    'aria-controls',
    screen.getByRole('tabpanel').id,
  )
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Details', selected: true })).toHaveFocus()
})

it('a filtered list that failed can be asked again', async () => {
  const refetch = vi.fn()
  const { user } = await renderShape(
    <FilteredList
      title="Users"
      query={{ isPending: false, isError: true, error: undefined, data: undefined, refetch }}
      rowId={String}
      name={String}
      fact={String}
    />,
  )
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('an id is copied', async () => {
  const { user } = await renderShape(<IdChip id="10551" label="group id" />)
  await user.click(screen.getByRole('button', { name: 'Copy group id 10551' }))
  expect(await navigator.clipboard.readText()).toBe('10551')
})
