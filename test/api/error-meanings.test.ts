import { beforeEach, describe, expect, test } from 'bun:test'
import { listChannelKeys } from '#contract/api/channel-keys.ts'
import { getChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { probeChannels } from '#server/channels/checks/probe-channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

/** Refusals for which neither a key nor its account can do anything. */
const REFUSALS: Record<string, () => Response> = {
  'odd words': () =>
    Response.json({ code: 'permission-denied', error: 'Content violates usage guidelines. Team: q7' }, { status: 403 }),
  'lost file': () => {
    const message = 'You do not have permission to access the File q7 or it may not exist.'
    return Response.json({ error: { code: 403, message, status: 'PERMISSION_DENIED' } }, { status: 403 })
  },
  'vast answer': () => {
    const message = 'This request requires more credits, or fewer max_tokens. You can only afford 12.'
    return Response.json({ error: { code: 402, message } }, { status: 402 })
  },
}

const OK = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
}
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const stream = (...events: unknown[]) =>
  new Response(events.map(event).join(''), { headers: { 'content-type': 'text/event-stream' } })

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let model: string
  let token: string
  let made = 0
  beforeEach(async () => {
    model = relay.model()
    token = await relay.token()
  })

  const call = (more: object = {}) => relay.chat(token, { model, ...more })
  const statesOf = async (id: number) => {
    await relay.server.services.keyPools.flush()
    const reply = await relay.root.call(listChannelKeys, { params: { id }, query: { page_size: 100 } })
    return (reply.data ?? []).map(({ state }) => state)
  }
  const readyOf = (id: number) => relay.server.services.keyPools.of(id)?.counts(Date.now()).ready
  const channelOf = async (id: number) => (await relay.root.call(getChannel, { params: { id } })).data!
  /** Creates a pool of eight keys whose upstream answers by what a call says. */
  async function pool(answer: (said: string, key: string) => Response, fields: object = {}) {
    const key = Array.from({ length: 8 }, () => `sk-of-eight-${++made}`).join('\n')
    const byWords = async (request: Request) =>
      answer(JSON.stringify(await request.json()), request.headers.get('authorization')?.slice(7) ?? '')
    const { id } = await relay.channelThat(byWords, { models: model, key, mode: 'multi_to_single', ...fields })
    return { id, keys: key.split('\n') }
  }
  const saying = (content: string) => ({ messages: [{ role: 'user', content }] })

  describe.each([false, true])('with streams: %p', (isStream) => {
    test.each([48, 20, 1])('what a caller says takes no key of eight away, at type %d', async (type) => {
      const answered = (said: string) =>
        Object.entries(REFUSALS).find(([name]) => said.includes(name))?.[1]() ?? Response.json(OK)
      const { id } = await pool(answered, { type })
      for (const name of Object.keys(REFUSALS)) {
        for (let n = 0; n < 2; n++) {
          const refused = await call({ ...saying(name), stream: isStream })
          expect(refused.status).toBe(400)
          expect(await refused.text()).toContain(name === 'vast answer' ? 'fewer max_tokens' : 'q7')
        }
      }
      expect(readyOf(id)).toBe(8)
      expect(await statesOf(id)).toEqual(Array.from({ length: 8 }, () => 'enabled'))
      expect((await channelOf(id)).status).toBe(CHANNEL_STATUS.enabled)
      expect((await call(saying('honest'))).status).toBe(200)
    })

    test('an unknown refusal stops no key that passes its test', async () => {
      const unknown = () => new Response('Forbidden', { status: 403 })
      const { id } = await pool((said) => (said.includes('strange') ? unknown() : Response.json(OK)))
      for (let n = 0; n < 4; n++) await (await call({ ...saying('strange'), stream: isStream })).text()
      await until(() => readyOf(id) === 8)
      expect(await statesOf(id)).toEqual(Array.from({ length: 8 }, () => 'enabled'))
    })

    test('a sentence in plain text, and an error object in an answer with 200, reach the caller once', async () => {
      const sentence = 'top_p must be in (0, 1]'
      const vllm = { object: 'error', message: sentence, type: 'BadRequestError', param: null, code: 400 }
      const coded = { code: 'InvalidParameter', message: sentence, request_id: 'r-7' }
      const answers = [
        () => new Response(sentence, { status: 400 }),
        () => Response.json(vllm),
        () => stream(vllm),
        () => Response.json(coded),
        () => stream(coded),
      ]
      for (const answer of answers) {
        model = relay.model()
        await relay.channelThat(answer, { models: model })
        const told = await call({ stream: isStream })
        expect(told.status).toBe(400)
        expect((await told.text()).split(sentence)).toHaveLength(2)
      }
    })
  })

  test('one call stops one key at most, and a test stops the others that are refused as well', async () => {
    const dead = { error: { message: 'Incorrect key', type: 'invalid_request_error', code: 'invalid_api_key' } }
    let isDead = true
    const { id } = await pool(() => (isDead ? Response.json(dead, { status: 401 }) : Response.json(OK)))
    expect((await call()).status).toBe(502)
    isDead = false
    const states = await statesOf(id)
    expect(states.filter((state) => state === 'stopped').length).toBeGreaterThanOrEqual(1)
    expect(states.filter((state) => state === 'enabled').length).toBeGreaterThanOrEqual(4)
  })

  test('a limit per minute in the words of an empty account rests a key for its own time, and disables nothing', async () => {
    await relay.option('AutomaticDisableChannelEnabled', true)
    const message =
      'You exceeded your current quota, please check your plan and billing details.\n* Quota exceeded for metric: q7, limit: 20\nPlease retry in 45.5s.'
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '45s' }]
    const busy = { error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details } }
    const { id } = await pool((_, key) =>
      key.endsWith(String(made - 7)) ? Response.json(busy, { status: 429 }) : Response.json(OK),
    )
    for (let n = 0; n < 9; n++) expect((await call()).status).toBe(200)
    await relay.server.services.keyPools.flush()
    const [resting] = (await relay.root.call(listChannelKeys, { params: { id }, query: { page_size: 100 } })).data ?? []
    expect(resting!.cooling_until - Date.now() / 1000).toBeWithin(30, 47)
    expect(await statesOf(id)).not.toContain('stopped')

    model = relay.model()
    const single = await relay.channelThat(() => Response.json(busy, { status: 429 }), { models: model })
    const told = await call()
    expect(told.status).toBe(429)
    expect(told.headers.get('retry-after')).toBe('46')
    expect((await channelOf(single.id)).status).toBe(CHANNEL_STATUS.enabled)
    await relay.option('AutomaticDisableChannelEnabled', false)
  })

  test('a key rests for the model that it does not have, and serves others', async () => {
    const other = relay.model()
    const missing = {
      error: { message: 'The free tier of the model has been exhausted.', code: 'AllocationQuota.FreeTierOnly' },
    }
    const asked: string[] = []
    const { id } = await pool(
      (said, key) => {
        const isMissing = said.includes(`"${model}"`) && key.endsWith(String(made - 7))
        if (isMissing) asked.push(key)
        return isMissing ? Response.json(missing, { status: 403 }) : Response.json(OK)
      },
      { type: 17, models: `${model},${other}` },
    )
    for (let n = 0; n < 17; n++) expect((await call()).status).toBe(200)
    expect(asked).toHaveLength(1)
    for (let n = 0; n < 8; n++) expect((await relay.chat(token, { model: other })).status).toBe(200)
    expect(readyOf(id)).toBe(8)
  })

  describe('an account without money that says so with status 400', () => {
    const broke = () => {
      const message =
        'You have reached your specified API usage limits. You will regain access on 2099-12-01 at 00:00 UTC.'
      return Response.json({ type: 'error', error: { type: 'invalid_request_error', message } }, { status: 400 })
    }

    test('lets the second channel serve, and administrators are told', async () => {
      const { id } = await relay.channelThat(broke, { models: model, priority: 9 })
      await relay.channel({ models: model })
      expect((await call()).status).toBe(200)
      await relay.server.services.traffic.flush()
      const { FACTS } = await import('#server/insight/alerts/facts/facts.ts')
      const states = await FACTS.channel_down(relay.server.services, Math.floor(Date.now() / 1000))
      expect(states.find((state) => state.id === id)?.refused).toEqual({ money: 1, key: 0 })
    })

    test('alone, tells its caller nothing of money, and not to come again soon', async () => {
      await relay.channelThat(broke, { models: model })
      const told = await call()
      expect(told.status).toBe(502)
      expect(told.headers.get('retry-after')).toBeNull()
      expect(await told.text()).not.toContain('usage limits')
    })
  })

  test('a channel with one key that was disabled by it comes back once a test of it succeeds', async () => {
    await relay.option('AutomaticDisableChannelEnabled', true)
    const services = relay.server.services
    const { id, key } = await relay.channel({ models: model })
    relay.upstream.set({ error: 401 }, key)
    await call()
    await until(async () => (await channelOf(id)).status === CHANNEL_STATUS.autoDisabled)
    const note = async () => JSON.parse((await channelOf(id)).other_info)
    expect(await note()).toMatchObject({ rule: 'key' })
    /** Makes the time of its next test come. */
    const makeDue = async () => {
      const other_info = JSON.stringify({ ...(await note()), probe_at: 1 })
      await services.store.db.updateTable('channels').set({ other_info }).where('id', '=', id).execute()
    }
    const probe = () => probeChannels(services, new AbortController().signal)

    await probe()
    expect((await note()).probes).toBeUndefined()
    await makeDue()
    await probe()
    expect(await note()).toMatchObject({ probes: 1, status_reason: expect.stringContaining('401') })
    expect((await note()).probe_at - Date.now() / 1000).toBeWithin(100, 125)
    relay.upstream.set({}, key)
    await makeDue()
    await probe()
    expect((await channelOf(id)).status).toBe(CHANNEL_STATUS.enabled)
    expect((await call()).status).toBe(200)
    await relay.option('AutomaticDisableChannelEnabled', false)
  })

  test('an error in the middle of a stream is judged as one before it', async () => {
    const chunk = { choices: [{ index: 0, delta: { content: 'hello' } }] }
    const dead = { error: { message: 'no', type: 'invalid_request_error', code: 'account_deactivated' } }
    const refused = { error: { message: 'Content violates usage guidelines', code: 'q7' } }
    const { id } = await pool((said) => stream(chunk, said.includes('refused') ? refused : dead))
    for (let n = 0; n < 4; n++) await (await call({ ...saying('refused'), stream: true })).text()
    expect(readyOf(id)).toBe(8)
    expect(relay.server.services.circuits.isHealthy(id, model)).toBe(true)
    expect(await (await call({ ...saying('dead'), stream: true })).text()).toContain('upstream_auth')
    await until(async () => (await statesOf(id)).filter((state) => state === 'stopped').length === 1)
  })
})
