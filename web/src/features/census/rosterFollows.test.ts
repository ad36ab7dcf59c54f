import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, stubCalls } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'
import type { CensusFile } from './queries'
import { followRuns } from './rosterFollows'
import { processedFile, sampleFile } from './samples'

const running = sampleFile({
  StatusFormatted: 'Processing',
  CurrentTask: { Id: 74, Task: 4, TaskName: 'Process Data' },
})
const undoing = processedFile({ Undo: { State: 'Running', Done: 1, Total: 2, Kept: 0, UndoneOn: null } })
const other = sampleFile({ Id: 8, CurrentTask: { Id: 84, Task: 4, TaskName: 'Process Data' } })
const undone = processedFile({ Undo: { State: 'Done', Done: 2, Total: 2, Kept: 0, UndoneOn: '2026-11-20T15:00:00Z' } })
const validated = sampleFile({
  Tasks: sampleFile().Tasks.map((task) => ({ ...task, CompletedOn: task.Task < 2 ? '2026-11-20T15:00:00Z' : null })),
})
const paged = (...Data: CensusFile[]) => ({ Data, TotalRecords: Data.length, TotalPages: 1 })
const roster = [['members', 'list'], ['groups', 1], ['utilization', 1], ['work queue']]

/** The frame draws the work queue, so what stands for all is one without work. */
const asItWas = { Total: 0, Kinds: [] }

/** A cache that holds the roster and whose runs are followed. */
function followed() {
  const client = new QueryClient()
  for (const key of roster) client.setQueryData(key, asItWas)
  followRuns(client)
  return {
    client,
    answered: (key: readonly unknown[], data: unknown) => client.setQueryData(['census', ...key], data),
    asked: () => isAskedAnew(client),
  }
}

function isAskedAnew(client: QueryClient): boolean {
  const states = roster.map((key) => client.getQueryState(key)?.isInvalidated)
  expect(new Set(states).size).toBe(1)
  return states[0] === true
}

describe('the roster is asked for anew when a run ends', () => {
  it.each([
    ['in the file itself', ['file', 7], running, processedFile()],
    ['in a page of files', ['list', {}], paged(other, running), paged(other, processedFile())],
    ['in a list of files', ['list', {}, 'latest'], [running], [processedFile()]],
    ['by an undo', ['list', {}], paged(undoing), paged(processedFile())],
  ])('%s', (_, key, before, after) => {
    const { answered, asked } = followed()
    answered(key, before)
    answered(key, before)
    expect(asked()).toBe(false)
    answered(key, after)
    expect(asked()).toBe(true)
  })

  it.each([
    ['an undo', processedFile(), undone],
    ['a task', sampleFile(), validated],
  ])('although %s was over before anybody saw it at work', (_, before, after) => {
    const { answered, asked } = followed()
    answered(['file', 7], before)
    answered(['list', {}], paged(before))
    expect(asked()).toBe(false)
    answered(['file', 7], after)
    expect(asked()).toBe(true)
  })

  it('although another answer has said that it runs', () => {
    const { answered, asked } = followed()
    answered(['file', 7], running)
    answered(['list', {}], paged(processedFile()))
    expect(asked()).toBe(true)
  })

  it('of those that were at work before anybody listened', () => {
    const client = new QueryClient()
    for (const key of roster) client.setQueryData(key, asItWas)
    client.setQueryData(['census', 'file', 7], running)
    const stop = followRuns(client)
    client.setQueryData(['census', 'file', 7], processedFile())
    expect(isAskedAnew(client)).toBe(true)
    stop()
  })

  it('and at no other time', () => {
    const { answered, asked } = followed()
    answered(['list', {}], paged(running, sampleFile({ Id: 9 })))
    answered(['list', { Page: 2 }], paged(sampleFile({ Id: 10 })))
    answered(['file', 7, 'task', 71], paged())
    answered(['file', 7, 'task', 71], undefined)
    expect(asked()).toBe(false)
  })
})

it('is so on every page, such as the list of files', async () => {
  let file = running
  stubCalls({ 'GET /census/files': (request) => page([file])(request) })
  const { client } = await renderRoute('/census-files')
  for (const key of roster) client.setQueryData(key, asItWas)
  await screen.findByText('(2/5) Processing')
  file = processedFile()
  await client.invalidateQueries({ queryKey: ['census'] })
  await screen.findByText('(5/5) Completed')
  expect(isAskedAnew(client)).toBe(true)
})
