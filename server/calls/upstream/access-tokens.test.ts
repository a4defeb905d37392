import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Listening, listen } from '#test/harness/listening.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { TokenExchange } from '../../formats/providers/provider.ts'
import { AccessRefused, accessToken, forgetAccessToken } from './access-tokens.ts'

const started: Listening[] = []
afterAll(async () => {
  await Promise.all(started.map((service) => service.stop()))
})

let asked = 0
let answer: () => Response
const service = listen(async () => {
  asked += 1
  await Bun.sleep(5)
  return answer()
})
started.push(service)

const access: TokenExchange = {
  request: ({ key }) => ({ url: `${service.url}/token`, form: { secret: key } }),
  read: (body) => {
    const { token, seconds, error, ours } = body as { token?: string; seconds?: number; error?: string; ours?: true }
    return token ? { token, seconds: seconds ?? 0 } : { refused: error ?? 'no token', ...(ours ? { ours } : {}) }
  },
}
let serial = 0
const channel = () => ({ type: 15, baseUrl: '', key: `key-${++serial}` }) as Channel
const START = Date.now()

beforeEach(() => {
  asked = 0
  let number = 0
  answer = () => Response.json({ token: `token-${++number}`, seconds: 600 })
})

test('many calls at once fetch one token, and later ones use it without waiting', async () => {
  const one = channel()
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => accessToken(one, access, START))))).toEqual(
    new Set(['token-1']),
  )
  expect(accessToken(one, access, START + 500_000)).toBe('token-1')
  expect(asked).toBe(1)
})

test('a token is fetched anew before it expires', async () => {
  const one = channel()
  await accessToken(one, access, START)
  expect(await accessToken(one, access, START + 545_000)).toBe('token-2')
})

test('another key does not get the token of the first', async () => {
  await accessToken(channel(), access, START)
  expect(await accessToken(channel(), access, START)).toBe('token-2')
})

test('a token that is forgotten is fetched anew', async () => {
  const one = channel()
  expect(forgetAccessToken(one, '')).toBe(false)
  await accessToken(one, access, START)
  expect(forgetAccessToken(one, 'token-1')).toBe(true)
  expect(await accessToken(one, access, START)).toBe('token-2')
})

test('a token that is forgotten late leaves its successor alone', async () => {
  const one = channel()
  await accessToken(one, access, START)
  forgetAccessToken(one, 'token-1')
  await accessToken(one, access, START)
  expect(forgetAccessToken(one, 'token-1')).toBe(true)
  expect(accessToken(one, access, START)).toBe('token-2')
})

describe('a token that is refused', () => {
  const failure = (one: Channel) => Promise.resolve(accessToken(one, access, START)).catch((error: unknown) => error)
  test('says why, and is asked for again', async () => {
    const one = channel()
    answer = () => Response.json({ error: 'unknown client id' })
    expect(await failure(one)).toMatchObject({ status: 401, message: 'unknown client id' })
    answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    expect(await failure(one)).toMatchObject({ status: 401 })
    answer = () => Response.json({ error: 'our clock', ours: true }, { status: 400 })
    expect(await failure(one)).toMatchObject({ status: 503, message: 'our clock' })
    answer = () => Response.json({ error: 'quiet hours' }, { status: 503 })
    expect(await failure(one)).toMatchObject({ status: 503, message: 'quiet hours' })
    answer = () => Response.json({ token: 'at last', seconds: 600 })
    expect(await failure(one)).toBe('at last')
  })
  test('because nobody is there has no status', async () => {
    const nowhere: TokenExchange = { ...access, request: () => ({ url: 'http://127.0.0.1:1' }) }
    const error = await Promise.resolve(accessToken(channel(), nowhere, START)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AccessRefused)
    expect(error).toMatchObject({ status: 0 })
  })
})
