import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { listAlerts } from '#contract/api/alerts.ts'
import { listChannelKeys } from '#contract/api/channel-keys.ts'
import { getChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { probeChannels } from '#server/channels/checks/probe-channels.ts'
import { probeKeys } from '#server/channels/keys/probe-keys.ts'
import { evaluateRules } from '#server/insight/alerts/evaluate.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'
import { anthropic, google, openai, retryIn } from '#test/vendor-errors/shapes.ts'

const DAY = 86_400
const nextMidnight = () => (Math.floor(Date.now() / 1000 / DAY) + 1) * DAY
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** What follows from an error that a vendor says, from the call that met it to the end of its trouble. */
interface Case {
  status: number
  body: () => unknown
  /** The caller gets the vendor's sentence; else another channel serves the call. */
  told?: string
  /** The key that met the error, in a pool. */
  key: 'enabled' | 'stopped' | 'cooling'
  /** Seconds from now at which a key rests or is tested again, where the vendor says so. */
  said?: () => number
  /** Why a channel with this key alone is disabled. */
  disabled?: 'key' | 'money'
  /** A second key of the channel is of no use. */
  otherChannel?: true
  /** The model's circuit at the channel counts a failure. */
  counted: boolean
}

const CALLERS = { key: 'enabled', counted: false } as const
const cases: Record<string, Case> = {
  'a field that a model does not take': {
    ...CALLERS,
    status: 400,
    body: () => openai("Unsupported parameter: 'q7' is not supported with this model.", 'unsupported_parameter'),
    told: 'q7',
  },
  'content, by its name': {
    ...CALLERS,
    status: 400,
    body: () => openai('Your request was rejected by the safety system q7.', 'moderation_blocked'),
    told: 'q7',
  },
  'content, in words and with a status of keys': {
    ...CALLERS,
    status: 403,
    body: () => ({ code: 'permission-denied', error: 'Content violates usage guidelines. Team: q7' }),
    told: 'q7',
  },
  'a file of the caller': {
    ...CALLERS,
    status: 400,
    body: () => openai('No such File object: file-q7'),
    told: 'q7',
  },
  'a model that the key does not have': {
    status: 404,
    body: () => openai('The model `q7` does not exist or you do not have access to it.', 'model_not_found'),
    key: 'enabled',
    counted: true,
  },
  'a wrong key': {
    status: 401,
    body: () => openai('Incorrect API key provided.', 'invalid_api_key'),
    key: 'stopped',
    disabled: 'key',
    counted: true,
  },
  'an account that is closed': {
    status: 403,
    body: () => openai('The OpenAI account associated with this key was deactivated.', 'account_deactivated'),
    key: 'stopped',
    disabled: 'key',
    counted: true,
  },
  'an account without credits': {
    status: 429,
    body: () => openai('Your organization has no credits.', 'credit_balance_exhausted', 'insufficient_quota'),
    key: 'stopped',
    disabled: 'money',
    counted: true,
  },
  'an account without budget until a day': {
    status: 400,
    body: () =>
      anthropic(
        'invalid_request_error',
        `You have reached your specified API usage limits. You will regain access on ${dayOf(nextMidnight())} at 00:00 UTC.`,
      ),
    key: 'stopped',
    said: nextMidnight,
    disabled: 'money',
    counted: true,
  },
  'too many calls for some seconds': {
    status: 429,
    body: () =>
      google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota. Please retry in 45.5s.', retryIn('45s')),
    key: 'cooling',
    said: () => Date.now() / 1000 + 45,
    counted: true,
  },
  'an overloaded vendor': {
    status: 503,
    body: () => openai('Slow down', 'slow_down', 'service_unavailable_error'),
    key: 'enabled',
    otherChannel: true,
    counted: true,
  },
  'a broken vendor': {
    status: 500,
    body: () => openai('The server had an error while processing your request.', null, 'server_error'),
    key: 'enabled',
    otherChannel: true,
    counted: true,
  },
}

const OK = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
}
const streamOf = (...events: unknown[]) =>
  new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
const well = (isStream: boolean) =>
  isStream
    ? streamOf({ choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: 'stop' }], usage: OK.usage })
    : Response.json(OK)

/** The ways in which an upstream says an error. */
const ways: Record<string, (one: Case) => Response> = {
  'as a status': ({ status, body }) => Response.json(body(), { status }),
  'in an answer with status 200': ({ body }) => Response.json(body()),
  'in a stream': ({ body }) => streamOf(body()),
}

onDatabase('sqlite', (fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string
  beforeAll(async () => {
    token = await relay.token()
    await relay.option('AutomaticDisableChannelEnabled', true)
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })
  const services = () => relay.server.services
  const channelOf = async (id: number) => (await relay.root.call(getChannel, { params: { id } })).data!
  const isDown = async (id: number) => (await channelOf(id)).status === CHANNEL_STATUS.autoDisabled
  const keysOf = async (id: number) => {
    await services().keyPools.flush()
    return (await relay.root.call(listChannelKeys, { params: { id }, query: { page_size: 100 } })).data ?? []
  }
  const alertsOf = async (id: number) => {
    await services().traffic.flush()
    await evaluateRules(services(), Math.floor(Date.now() / 1000), true)
    const open = (await relay.root.call(listAlerts, { query: { state: 'open', page_size: '100' } })).data ?? []
    return open.filter(({ links }) => links.channel_id === id).map(({ kind }) => kind)
  }

  describe.each(Object.entries(ways))('%s', (way, say) => {
    const isStream = way === 'in a stream'
    const call = () => relay.chat(token, { model, ...(isStream && { stream: true }) })
    /** A channel that comes first, of which some keys are ill, and one behind it that is well. */
    async function channels(one: Case, key: string) {
      const ill = new Set<string>(key.split('\n').slice(0, 1))
      const asked: string[] = []
      const answer = async (request: Request) => {
        const sent = request.headers.get('authorization')?.slice(7) ?? ''
        const body = (await request.json()) as { stream?: boolean }
        asked.push(sent)
        if (!ill.has(sent)) return well(body.stream === true)
        return isStream && !body.stream ? ways['in an answer with status 200']!(one) : say(one)
      }
      const pool = key.includes('\n') ? { mode: 'multi_to_single' } : {}
      const first = await relay.channelThat(answer, { models: model, key, priority: 9, ...pool })
      const second = { asked: 0 }
      const behind = () => {
        second.asked += 1
        return well(isStream)
      }
      await relay.channelThat(behind, { models: model })
      return { id: first.id, asked, second, heal: () => ill.clear() }
    }

    test.each(Object.entries(cases))('%s, at a channel with one key', async (_name, one) => {
      const { id, asked, second, heal } = await channels(one, `sk-single-${model}`)
      const answer = await call()
      const text = await answer.text()
      expect(answer.status).toBe(one.told ? 400 : 200)
      expect(text).toContain(one.told ?? 'hello')
      expect(second.asked).toBe(one.told ? 0 : 1)
      const { failedShare, pauseLeft } = services().circuits.view(id, model)
      expect(failedShare > 0).toBe(one.counted)
      // A rate has a time; any other failure closes nothing alone.
      if (one.key === 'cooling') expect(pauseLeft).toBeWithin(30_000, 47_000)
      else expect(pauseLeft).toBe(0)
      if (!one.disabled) {
        expect(asked).toHaveLength(1)
        expect((await channelOf(id)).status).toBe(CHANNEL_STATUS.enabled)
        expect(await alertsOf(id)).toEqual([])
        return
      }
      await until(() => isDown(id))
      const note = JSON.parse((await channelOf(id)).other_info)
      expect(note).toMatchObject({ rule: one.disabled })
      if (one.said) expect(note.probe_at).toBeWithin(one.said() - 2, one.said() + 3)
      expect(await alertsOf(id)).toEqual(['channel_down'])
      heal()
      const other_info = JSON.stringify({ ...note, probe_at: 1 })
      await services().store.db.updateTable('channels').set({ other_info }).where('id', '=', id).execute()
      await probeChannels(services(), new AbortController().signal)
      expect(await isDown(id)).toBe(false)
      expect(await alertsOf(id)).toEqual([])
    })

    test.each(Object.entries(cases))('%s, at a channel with two keys', async (_name, one) => {
      const keys = [`sk-ill-${model}`, `sk-well-${model}`]
      const { id, asked, second, heal } = await channels(one, keys.join('\n'))
      // Whichever key is first: the ill one has met the error once.
      let told = ''
      while (!asked.includes(keys[0]!)) {
        const answer = await call()
        told = await answer.text()
        expect(answer.status).toBe(one.told && asked.includes(keys[0]!) ? 400 : 200)
      }
      expect(told).toContain(one.told ?? 'hello')
      const stateOf = async () => (await keysOf(id)).map(({ state }) => state)
      await until(async () => (await stateOf())[0] === one.key)
      const [met] = await keysOf(id)
      if (one.key === 'cooling') expect(met!.cooling_until - one.said!()).toBeWithin(-20, 3)
      expect(second.asked).toBe(one.otherChannel ? 1 : 0)
      expect((await stateOf())[1]).toBe('enabled')
      expect(await isDown(id)).toBe(false)
      if (one.key !== 'stopped') return
      heal()
      await services().store.db.updateTable('channel_keys').set({ probe_at: 1 }).where('channel_id', '=', id).execute()
      await probeKeys(services(), new AbortController().signal)
      await until(async () => (await stateOf()).every((state) => state === 'enabled'))
    })
  })
})
