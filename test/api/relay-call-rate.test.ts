import { afterEach, describe, expect, test } from 'bun:test'
import { listOwnLogs } from '#contract/api/logs.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'

/** A group of each test's own, with a user, a token and a model in it. */
interface Site {
  group: string
  model: string
  owner: LoggedIn
  token: string
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let groups = 0
  afterEach(() => setOptions(relay.server, { GroupCallsPerMinute: {} }))

  const limit = (limits: Record<string, number>) => setOptions(relay.server, { GroupCallsPerMinute: limits })

  async function site(): Promise<Site> {
    const group = `limited-${++groups}`
    const { GroupRatio } = relay.server.services.options.values
    await setOptions(relay.server, { GroupRatio: { ...GroupRatio, [group]: 1 } })
    const model = relay.model()
    await relay.channel({ models: model, group })
    const { owner, token } = await member(group)
    return { group, model, owner, token }
  }

  async function member(group: string) {
    const { username } = await relay.server.addUser({ quota: 1_000_000, group })
    const owner = await relay.server.login(username, PASSWORD)
    return { owner, token: await relay.token({}, owner) }
  }

  const statuses = async (times: number, { token, model }: Pick<Site, 'token' | 'model'>) => {
    const answers = await Promise.all(Array.from({ length: times }, () => relay.chat(token, { model })))
    return answers.map(({ status }) => status).sort()
  }

  test('a group that is not named has no limit', async () => {
    const at = await site()
    await limit({ another: 1 })
    expect(await statuses(30, at)).toEqual(Array(30).fill(200))
  })

  describe('with a limit', () => {
    test('so many calls of a minute are served, and no more', async () => {
      const at = await site()
      await limit({ [at.group]: 5 })
      expect(await statuses(8, at)).toEqual([...Array(5).fill(200), 429, 429, 429])
      expect(relay.tried(at.model)).toHaveLength(5)
    })

    test('the caller is told how many, and when to come again', async () => {
      const at = await site()
      await limit({ [at.group]: 0 })
      const answer = await relay.chat(at.token, { model: at.model })
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      const wait = Number(answer.headers.get('retry-after'))
      expect(wait).toBeWithin(1, 61)
      expect(error.code).toBe('call_rate_exceeded')
      expect(error.message).toContain('每分钟最多调用 0 次')
      expect(error.message).toContain(`${wait} 秒后`)
    })

    test('it is told in the words of Anthropic’s format', async () => {
      const at = await site()
      await limit({ [at.group]: 0 })
      const answer = await relay.server.request('/v1/messages', {
        method: 'POST',
        headers: { 'x-api-key': at.token, 'accept-language': 'en' },
        body: JSON.stringify({ model: at.model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }),
      })
      expect(answer.status).toBe(429)
      expect(await answer.json()).toMatchObject({
        type: 'error',
        error: { type: 'rate_limit_error', message: expect.stringContaining('Too many calls') },
      })
    })

    test('all tokens of a user count together, and each user alone', async () => {
      const at = await site()
      await limit({ [at.group]: 2 })
      const second = await relay.token({}, at.owner)
      expect(await statuses(1, at)).toEqual([200])
      expect(await statuses(2, { ...at, token: second })).toEqual([200, 429])
      const { token } = await member(at.group)
      expect(await statuses(2, { ...at, token })).toEqual([200, 200])
    })

    test('a larger one counts at once, and what was called before counts in it', async () => {
      const at = await site()
      await limit({ [at.group]: 1 })
      expect(await statuses(2, at)).toEqual([200, 429])
      await limit({ [at.group]: 4 })
      expect(await statuses(4, at)).toEqual([200, 200, 200, 429])
    })

    test('a refused call costs nothing, and its row says why', async () => {
      const at = await site()
      await limit({ [at.group]: 0 })
      await relay.chat(at.token, { model: at.model })
      await relay.server.services.failedCalls.flush()
      const { data } = await at.owner.call(listOwnLogs, { query: { model_name: at.model } })
      expect(data?.items).toMatchObject([{ quota: 0 }])
      expect(JSON.parse(data?.items[0]?.other ?? '{}')).toMatchObject({ code: 'call_rate_exceeded', status: 429 })
    })

    test('drawings count, too', async () => {
      const at = await site()
      await relay.channel({ type: 2, models: 'mj_imagine', group: at.group })
      await limit({ [at.group]: 0 })
      const answer = await relay.server.request('/mj/submit/imagine', {
        method: 'POST',
        headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'a lighthouse' }),
      })
      expect(answer.status).toBe(429)
    })
  })
})
