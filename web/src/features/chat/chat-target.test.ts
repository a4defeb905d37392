import { describe, expect, test } from 'bun:test'
import type { Token } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { chatTarget, firstUsable, mainLink } from './chat-target.ts'

const NOW = 1_800_000_000
const token = (columns: Partial<Token>) =>
  ({ status: TOKEN_STATUS.enabled, expired_time: -1, unlimited_quota: true, key: 'K', ...columns }) as Token
const link = (name: string, template = `https://${name}.test/?key={key}&url={address}`) => ({ name, template })
const given = { tokens: [token({})], serverAddress: 'https://gw.test', now: NOW }

test('the first token that may be used now', () => {
  const off = token({ status: TOKEN_STATUS.disabled })
  const expired = token({ expired_time: NOW - 1 })
  const exhausted = token({ unlimited_quota: false, remain_quota: 0 })
  const good = token({ name: 'good' })
  expect(firstUsable([off, expired, exhausted, good, token({})], NOW)).toBe(good)
  expect(firstUsable([off], NOW)).toBeUndefined()
})

describe('what a chat page shows', () => {
  test('the client that the address names, filled in', () => {
    const links = [link('a'), link('b')]
    expect(chatTarget({ ...given, links, id: '1' })).toMatchObject({
      kind: 'ready',
      link: { name: 'b' },
      url: 'https://b.test/?key=sk-K&url=https%3A%2F%2Fgw.test',
    })
  })

  test('without a number, the only one; of several, a choice', () => {
    expect(chatTarget({ ...given, links: [link('a')], id: undefined })).toMatchObject({ kind: 'ready' })
    const links = [link('a'), link('b')]
    expect(chatTarget({ ...given, links, id: undefined })).toEqual({ kind: 'choice', wrong: false })
  })

  test.each(['2', '-1', '1.5', 'x', '__proto__', '99999999'])('no client has the number %p', (id) => {
    expect(chatTarget({ ...given, links: [link('a'), link('b')], id })).toEqual({ kind: 'choice', wrong: true })
  })

  test('nothing configured, a link that leads nowhere, no token', () => {
    expect(chatTarget({ ...given, links: [], id: '0' })).toEqual({ kind: 'none' })
    expect(chatTarget({ ...given, links: [link('a', 'javascript:1')], id: '0' })).toMatchObject({ kind: 'broken' })
    expect(chatTarget({ ...given, tokens: [], links: [link('a')], id: '0' })).toEqual({ kind: 'noToken' })
  })
})

test('without a wish, a site comes before an app', () => {
  const app = link('app', 'opencat://x')
  expect(mainLink([app, link('a')])).toBe(1)
  expect(mainLink([app])).toBe(0)
  expect(mainLink([])).toBe(0)
})
