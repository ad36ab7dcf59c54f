import { afterEach, describe, expect, it, vi } from 'vitest'
import { EnvelopeError, UnreachableError } from '../lib/failure'
import { refused, stubCalls, valid } from '../testing/calls'
import { api, done, onChanged, onSessionEnded, value } from './client'

afterEach(() => vi.unstubAllGlobals())

const broker = () => value(api.GET('/api/v1/brokers/{id}', { params: { path: { id: 7 } } }))

describe('value', () => {
  it('opens the envelope', async () => {
    const calls = stubCalls({ 'GET /brokers/7': valid({ Id: 7, Name: 'Juniper' }) })
    await expect(broker()).resolves.toMatchObject({ Id: 7, Name: 'Juniper' })
    expect(calls.of('GET /brokers/7')).toHaveLength(1)
  })

  it('of a valid answer that holds nothing is null', async () => {
    stubCalls({ 'GET /brokers/7': valid(null) })
    await expect(broker()).resolves.toBeNull()
  })

  it('throws the field errors of an invalid answer, which comes with status 200', async () => {
    stubCalls({ 'GET /brokers/7': refused([{ Key: 'Name', Message: 'Enter a name.' }]) })
    const failure = await broker().catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(EnvelopeError)
    expect(failure).toMatchObject({
      status: 200,
      message: 'Enter a name.',
      fields: [{ Key: 'Name', Message: 'Enter a name.' }],
    })
  })

  it.each([403, 404, 409, 500])('keeps the status %i, its message and the reference', async (status) => {
    stubCalls({ 'GET /brokers/7': refused([{ Key: '', Message: 'No.' }], status, { 'x-request-id': '7F3A-21' }) })
    await expect(broker()).rejects.toMatchObject({ status, message: 'No.', reference: '7F3A-21' })
  })

  it('says so when the server does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(broker()).rejects.toBeInstanceOf(UnreachableError)
  })

  it('takes an answer that is no envelope for a broken server', async () => {
    stubCalls({ 'GET /brokers/7': () => new Response('<html>', { status: 502 }) })
    await expect(broker()).rejects.toMatchObject({ status: 502, message: 'An unknown error has occurred.' })
  })
})

describe('a 401', () => {
  it('ends the session', async () => {
    const ended = vi.fn()
    const stop = onSessionEnded(ended)
    stubCalls({ 'GET /brokers/7': refused([], 401) })
    await expect(broker()).rejects.toMatchObject({ status: 401 })
    expect(ended).toHaveBeenCalledOnce()
    stop()
  })

  it('of a sign-in is only a wrong password', async () => {
    const ended = vi.fn()
    const stop = onSessionEnded(ended)
    stubCalls({ 'POST /auth/login': refused([{ Key: 'Password', Message: 'Wrong.' }], 401) })
    await expect(
      done(api.POST('/api/v1/auth/login', { body: { EmailAddress: 'a@example.com', Password: 'x', Code: '' } })),
    ).rejects.toMatchObject({ status: 401 })
    expect(ended).not.toHaveBeenCalled()
    stop()
  })
})

describe('a change', () => {
  const remove = () => done(api.DELETE('/api/v1/census/files/{id}', { params: { path: { id: 7 } } }))

  it('is told of once it was made', async () => {
    const changed = vi.fn()
    const stop = onChanged(changed)
    stubCalls({ 'GET /brokers/7': valid({ Id: 7 }), 'DELETE /census/files/7': valid(null) })
    await broker()
    expect(changed, 'a read').not.toHaveBeenCalled()
    await remove()
    expect(changed).toHaveBeenCalledOnce()
    stop()
    await remove()
    expect(changed, 'after the end of listening').toHaveBeenCalledOnce()
  })

  it('that failed is none', async () => {
    const changed = vi.fn()
    const stop = onChanged(changed)
    stubCalls({ 'DELETE /census/files/7': refused([], 500) })
    await expect(remove()).rejects.toMatchObject({ status: 500 })
    expect(changed).not.toHaveBeenCalled()
    stop()
  })
})
