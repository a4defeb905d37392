import { afterEach, describe, expect, test } from 'bun:test'
import { createDraftStore } from './draft-store.ts'
import { saveOptions } from './save-options.ts'

test('a change that is taken back is none; listeners hear of each', () => {
  const store = createDraftStore()
  let heard = 0
  const stop = store.subscribe(() => {
    heard += 1
  })
  store.set('RetryTimes', { text: '5', base: '3' })
  expect(store.all().get('RetryTimes')?.text).toBe('5')
  store.set('RetryTimes', { text: '3', base: '3' })
  expect(store.all().size).toBe(0)
  store.set('RetryTimes', null)
  expect(heard).toBe(2)
  stop()
  store.set('RetryTimes', { text: '5', base: '3' })
  expect(heard).toBe(2)
})

describe('saving', () => {
  const realFetch = globalThis.fetch
  const sent: string[] = []
  const answer = (reply: (key: string) => object) => {
    globalThis.localStorage ??= { getItem: () => null } as unknown as Storage
    globalThis.fetch = (async (_url: unknown, { body }: RequestInit) => {
      const { key } = JSON.parse(String(body))
      sent.push(key)
      return Response.json(reply(key))
    }) as typeof fetch
  }
  afterEach(() => {
    globalThis.fetch = realFetch
    sent.length = 0
  })

  test('goes on after a refusal, which stays a change with its reason', async () => {
    answer((key) => ({ success: key !== 'GitHubOAuthEnabled', message: 'not configured' }))
    const store = createDraftStore()
    store.set('GitHubOAuthEnabled', { text: 'true', base: 'false' })
    store.set('RetryTimes', { text: '5', base: '3' })
    store.set('Footer', { text: 'x', base: '' })
    const outcome = await saveOptions(store.all(), store, { progress() {}, saved() {} })
    expect(sent).toEqual(['RetryTimes', 'Footer', 'GitHubOAuthEnabled'])
    expect(outcome).toEqual({ saved: ['RetryTimes', 'Footer'], refused: ['GitHubOAuthEnabled'] })
    expect([...store.all()]).toEqual([
      ['GitHubOAuthEnabled', { text: 'true', base: 'false', refused: 'not configured' }],
    ])
  })

  test('keeps what was typed meanwhile', async () => {
    const store = createDraftStore()
    answer(() => {
      store.set('Footer', { text: 'xy', base: '' })
      return { success: true, message: '' }
    })
    store.set('Footer', { text: 'x', base: '' })
    await saveOptions(store.all(), store, { progress() {}, saved() {} })
    expect(store.all().get('Footer')).toEqual({ text: 'xy', base: 'x' })
  })
})
