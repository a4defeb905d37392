import { describe, expect, setSystemTime, test } from 'bun:test'
import { updateChannel } from '#contract/api/channels.ts'
import { getToken, listTokens, updateToken } from '#contract/api/tokens.ts'
import { getUser, updateUser } from '#contract/api/users.ts'
import type { Limits } from '#contract/limits.ts'
import { openCallLimits } from '#server/calls/limits/call-limits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { inTier } from '#test/harness/tiers.ts'
import { until } from '#test/harness/until.ts'

const CALLERS = inTier('all') ? 500 : 150

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  async function caller(limits: Limits | null = null) {
    const user = await relay.server.addUser({ quota: 1_000_000 })
    const owner = await relay.server.login(user.username, PASSWORD)
    const token = await relay.token({ limits }, owner)
    return { user, owner, token }
  }

  async function offered(fields: object = {}) {
    const model = relay.model()
    const { id } = await relay.channel({ models: model, ...fields })
    return { model, id }
  }

  const SLOW = { tokens: 5, first_byte_ms: 300 }
  async function statuses(times: number, token: string, model: string, fake: object = { tokens: 5 }) {
    const answers = await Promise.all(
      Array.from({ length: times }, () => relay.chat(token, { model, max_tokens: 10, fake })),
    )
    return answers.map(({ status }) => status).sort()
  }
  const served = async (...call: Parameters<typeof statuses>) =>
    (await statuses(...call)).filter((status) => status === 200).length

  describe(`${CALLERS} callers at once get exactly what the limit allows`, () => {
    test.each<[Limits, number]>([
      [{ rpm: 40 }, 40],
      [{ rpd: 40, rpm: 100 }, 40],
      [{ tpm: 200 }, 8],
    ])('%j', async (limits, expected) => {
      const { model } = await offered()
      const { token } = await caller(limits)
      const count = await served(CALLERS, token, model)
      // Tokens are estimates until calls end: 1 to 11 each of 200.
      if (limits.tpm) expect(count).toBeWithin(expected, 101)
      else expect(count).toBe(expected)
    })

    test('on calls at a time, which are held until all have asked', async () => {
      const model = relay.model()
      const answered = Promise.withResolvers<void>()
      let held = 0
      await relay.channelThat(
        async () => {
          held++
          await answered.promise
          return Response.json({ choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] })
        },
        { models: model },
      )
      const { token } = await caller({ concurrency: 7 })
      let refused = 0
      const calls = Array.from({ length: CALLERS }, async () => {
        const { status } = await relay.chat(token, { model, max_tokens: 10 })
        if (status === 429) refused++
        return status
      })
      await until(() => held + refused === CALLERS)
      answered.resolve()
      expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(7)
    })
  })

  describe.each([false, true])('a call that is sent to no vendor counts in no limit (stream: %p)', (stream) => {
    async function useAfter(calls: number, token: string, body: { model: string }, status: number) {
      for (let call = 0; call < calls; call++) {
        const messages = [{ role: 'user', content: 'a long question '.repeat(50) }]
        const answer = await relay.chat(token, { stream, max_tokens: 10, messages, ...body })
        expect(answer.status).toBe(status)
        await answer.text()
      }
      const response = await relay.server.request('/v1/key', { headers: { authorization: `Bearer ${token}` } })
      const { rpm, rpd, tpd } = (await response.json()).data.limits_now
      return [rpm.used, rpd.used, tpd.used]
    }
    const limits = { rpm: 100, rpd: 100, tpd: 1_000_000 }

    test.each<[string, object, number]>([
      ['a budget', { limits: { ...limits, budgets: [{ window: 'day', quota: 0 }] } }, 429],
      ['the quota of its token', { limits, unlimited_quota: false, remain_quota: 1 }, 403],
    ])('refused by %s', async (_, fields, status) => {
      const { model } = await offered()
      expect(await useAfter(3, await relay.token(fields), { model }, status)).toEqual([0, 0, 0])
    })

    test('refused by the balance of its user', async () => {
      const { model } = await offered()
      const user = await relay.server.addUser({ quota: 1 })
      const token = await relay.token({ limits }, await relay.server.login(user.username, PASSWORD))
      expect(await useAfter(3, token, { model }, 403)).toEqual([0, 0, 0])
    })

    test('that finds all channels full; one that a vendor fails counts', async () => {
      const { model } = await offered({ limits: { rpm: 0 } })
      const token = await relay.token({ limits })
      expect(await useAfter(3, token, { model }, 429)).toEqual([0, 0, 0])
      const broken = relay.model()
      await relay.channelThat(() => new Response('{}', { status: 500 }), { models: broken })
      expect(await useAfter(2, token, { model: broken }, 500)).toEqual([2, 2, 0])
    })
  })

  test('a call that is refused counts nowhere, and passes when the window has changed', async () => {
    const { model } = await offered()
    const { token } = await caller({ rpm: 3, tpd: 1_000_000, concurrency: 2 })
    const used = async () => {
      const response = await relay.server.request('/v1/key', { headers: { authorization: `Bearer ${token}` } })
      const { rpm, tpd, concurrency } = (await response.json()).data.limits_now
      return { rpm: rpm.used, tokens: tpd.used, concurrency: concurrency.used }
    }
    for (let call = 0; call < 3; call++) expect(await served(1, token, model)).toBe(1)
    const before = await used()
    expect(before).toMatchObject({ rpm: 3, concurrency: 0 })
    expect(await served(40, token, model)).toBe(0)
    expect(await used()).toEqual(before)
    try {
      setSystemTime(new Date(Date.now() + 61_000))
      expect(await served(1, token, model)).toBe(1)
      expect(await used()).toMatchObject({ rpm: 1, concurrency: 0 })
    } finally {
      setSystemTime()
    }
  })

  test('a place is free again when a call ends, however it ends', async () => {
    const { model } = await offered()
    const { token } = await caller({ concurrency: 1 })
    expect(await served(3, token, model, SLOW)).toBe(1)
    for (const fake of [{ tokens: 5 }, { status: 500 }, { status: 400 }, { tokens: 5 }]) {
      const response = await relay.chat(token, { model, fake })
      expect([200, 400, 500, 502, 503]).toContain(response.status)
      await response.text()
    }
    const left = new AbortController()
    const leaving = relay.server
      .request('/v1/chat/completions', {
        method: 'POST',
        signal: left.signal,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hi' }], fake: SLOW }),
      })
      .catch(() => {})
    await Bun.sleep(50)
    left.abort()
    await leaving
    await until(async () => (await served(1, token, model)) === 1)
  })

  test('the tokens of an answer count when it has ended', async () => {
    const { model } = await offered()
    const { token } = await caller({ tpm: 100 })
    expect((await relay.chat(token, { model, max_tokens: 95, fake: { tokens: 95 } })).status).toBe(200)
    expect(await served(1, token, model)).toBe(0)
  })

  test('a call above the whole limit of tokens is served alone', async () => {
    const { model } = await offered()
    const { token } = await caller({ tpm: 5 })
    expect(await served(1, token, model)).toBe(1)
    expect(await served(1, token, model)).toBe(0)
  })

  describe('callers are told', () => {
    test('what is left, in OpenAI’s headers', async () => {
      const { model } = await offered()
      const { token } = await caller({ rpm: 3, rpd: 2, tpm: 1000 })
      const { headers } = await relay.chat(token, { model, max_tokens: 10 })
      expect(headers.get('x-ratelimit-limit-requests')).toBe('2')
      expect(headers.get('x-ratelimit-remaining-requests')).toBe('1')
      expect(headers.get('x-ratelimit-reset-requests')).toMatch(/^(\d+h)?(\d+m)?\d+s$/)
      expect(headers.get('x-ratelimit-limit-tokens')).toBe('1000')
      expect(Number(headers.get('x-ratelimit-remaining-tokens'))).toBeWithin(900, 1000)
    })

    test('the limit of a model, where only that applies', async () => {
      const { model } = await offered()
      await setOptions(relay.server, { ModelLimits: { [model]: { rpm: 7 } } })
      try {
        const { token } = await caller()
        for (const stream of [false, true]) {
          const answer = await relay.chat(token, { model, stream })
          await answer.text()
          expect(answer.headers.get('x-ratelimit-limit-requests')).toBe('7')
          expect(answer.headers.get('x-ratelimit-remaining-requests')).toBe(stream ? '5' : '6')
        }
      } finally {
        await setOptions(relay.server, { ModelLimits: {} })
      }
    })

    test('the same in Anthropic’s headers, and which limit refused', async () => {
      const { model } = await offered()
      const { token } = await caller({ rpm: 1 })
      const call = () =>
        relay.server.request('/v1/messages', {
          method: 'POST',
          headers: { 'x-api-key': token, 'accept-language': 'en' },
          body: JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }),
        })
      const first = await call()
      expect(first.headers.get('anthropic-ratelimit-requests-remaining')).toBe('0')
      const second = await call()
      expect(second.status).toBe(429)
      expect(second.headers.get('anthropic-ratelimit-requests-limit')).toBe('1')
      expect(Date.parse(second.headers.get('anthropic-ratelimit-requests-reset') ?? '')).toBeGreaterThan(Date.now())
      expect(Number(second.headers.get('retry-after'))).toBeWithin(1, 61)
      expect(await second.json()).toMatchObject({
        error: {
          type: 'rate_limit_error',
          message: expect.stringContaining('limit of this key is 1 per minute'),
        },
      })
    })

    test('not to try again soon where that takes hours', async () => {
      const { model } = await offered()
      const { token } = await caller({ rpd: 0 })
      const answer = await relay.chat(token, { model })
      expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([429, 'false'])
    })

    test('their limits, their use and resets at GET /v1/key', async () => {
      const { model } = await offered()
      const { token } = await caller({ rpm: 9, budgets: [{ window: 'day', quota: 5000 }] })
      await statuses(2, token, model)
      await relay.charges(model, 2)
      const headers = { authorization: `Bearer ${token}` }
      const answer = await relay.server.request('/v1/key', { headers })
      const { data } = (await answer.json()) as { data: { limits: Limits; limits_now: Record<string, unknown> } }
      expect(data.limits).toEqual({ rpm: 9, budgets: [{ window: 'day', quota: 5000 }] })
      expect(data.limits_now).toMatchObject({ rpm: { used: 2, limit: 9 }, budgets: [{ window: 'day', limit: 5000 }] })
    })
  })

  describe('each scope', () => {
    test('all tokens of a user count together, and administrators set that', async () => {
      const { model } = await offered()
      const { user, owner, token } = await caller()
      const second = await relay.token({}, owner)
      const change = { id: user.id, limits: { rpm: 3 } }
      expect((await relay.root.call(updateUser, { body: change })).success).toBe(true)
      expect(await served(2, token, model)).toBe(2)
      expect(await served(2, second, model)).toBe(1)
      const { data } = await relay.root.call(getUser, { params: { id: user.id } })
      expect(data).toMatchObject({ limits: { rpm: 3 }, limits_now: { rpm: { used: 3, limit: 3 } } })
    })

    test('a model counts for all callers, by a pattern too', async () => {
      const { model } = await offered()
      await setOptions(relay.server, {
        ModelLimits: { [`${model.slice(0, -1)}*`]: { rpm: 1000 }, [model]: { rpm: 3 } },
      })
      try {
        const [one, other] = [await caller(), await caller()]
        expect((await served(2, one.token, model)) + (await served(2, other.token, model))).toBe(3)
      } finally {
        await setOptions(relay.server, { ModelLimits: {} })
      }
    })

    test('a channel that is full leaves the call to the next one', async () => {
      const model = relay.model()
      const first = await relay.channel({ models: model, priority: 9, limits: { concurrency: 1, rpm: 2 } })
      const second = await relay.channel({ models: model, priority: 1, limits: { rpm: 2 } })
      const { token } = await caller()
      expect(await served(4, token, model, SLOW)).toBe(3)
      const keys = relay.tried(model)
      expect(keys.filter((key) => key === first.key)).toHaveLength(1)
      expect(keys.filter((key) => key === second.key)).toHaveLength(2)
      expect(await served(1, token, model)).toBe(1)
      const answer = await relay.chat(token, { model })
      const { error } = (await answer.json()) as { error: { code: string } }
      expect([answer.status, error.code]).toEqual([429, 'channels_at_limit'])
    })

    test('the budget of a channel ends with the call that uses it up, and the next channel goes on', async () => {
      const model = relay.model()
      const limits = { budgets: [{ window: 'day' as const, quota: 100 }] }
      const first = await relay.channel({ models: model, priority: 9, limits })
      await relay.channel({ models: model, priority: 1 })
      const { token } = await caller()
      for (let n = 0; n < 12; n++) expect(await served(1, token, model)).toBe(1)
      const charges = await relay.charges(model, 12)
      const spent = charges.filter(({ channel }) => channel === first.id).reduce((sum, { quota }) => sum + quota, 0)
      expect(spent).toBeWithin(100, 111)
      const { data } = await relay.root.call(updateChannel, { body: { id: first.id, limits: null } })
      expect(data).toMatchObject({ limits: null, limits_now: {} })
    })
  })

  test('a token may not promise more than administrators allow, and bad limits are refused', async () => {
    const { user, owner } = await caller()
    const limits = { rpm: 10, budgets: [{ window: 'day' as const, quota: 100 }] }
    await relay.root.call(updateUser, { body: { id: user.id, limits } })
    const { data } = await owner.call(listTokens, { query: {} })
    const id = data?.[0]?.id ?? 0
    const change = (to: unknown) => owner.call(updateToken, { query: {}, body: { id, limits: to as Limits } })
    expect(await change({ rpm: 11 })).toMatchObject({ success: false, fields: { limits: expect.any(String) } })
    expect((await change({ budgets: [{ window: 'day', quota: 101, models: ['a*'] }] })).success).toBe(false)
    for (const wrong of [{ rpm: -1 }, { rpm: 'many' }, { seconds: 5 }, { budgets: [{ window: 'year', quota: 1 }] }])
      expect((await change(wrong)).success).toBe(false)
    expect((await change({ rpm: 10, tpm: 5 })).success).toBe(true)
    expect((await owner.call(getToken, { params: { id } })).data?.limits).toEqual({ rpm: 10, tpm: 5 })
    expect((await change(null)).data?.limits).toBeNull()
  })

  test('a day is counted on after a restart of its only node', async () => {
    const { model } = await offered()
    const { token, owner } = await caller({ rpd: 5 })
    expect(await served(3, token, model)).toBe(3)
    await relay.charges(model, 3)
    const { data } = await owner.call(listTokens, { query: {} })
    expect(data?.[0]?.limits_now.rpd?.used).toBe(3)
    const { store, options } = relay.server.services
    const restarted = openCallLimits({
      ...{ store, options, source: undefined },
      processes: () => 1,
      countNodes: async () => 1,
      recall: async () => {},
      warn: () => {},
    })
    try {
      const applied = [{ scope: 'token' as const, subject: String(data?.[0]?.id), limits: { rpd: 5 } }]
      const admitted = await Promise.all(Array.from({ length: 4 }, () => restarted.admit(applied, () => 0)))
      expect(admitted.filter((one) => 'measure' in one)).toHaveLength(2)
    } finally {
      await restarted.close()
    }
  })
})
