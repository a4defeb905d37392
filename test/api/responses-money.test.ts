import { beforeEach, describe, expect, test } from 'bun:test'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { estimatedTokens } from '#test/harness/estimated-tokens.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const OPENAI = 1
const CLAUDE = 14
const NATIVE_AND_CONVERTED = [
  ['passed through', OPENAI, 'gpt-4.1'],
  ['converted', CLAUDE, 'claude-sonnet-4-5'],
] as const
/** What a thousand output tokens cost: one slice. */
const SLICE = 2000

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }

/** What streams of responses cost. */
forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let model: string

  beforeEach(() => {
    model = relay.model()
    relay.upstream.invoice.clear()
  })

  const behave = (type: number, name: string, behaviour: string, more: object = {}) =>
    relay.channel({ type, models: model, model_mapping: JSON.stringify({ [model]: `${name}@${behaviour}` }), ...more })
  const poorToken = async (quota: number) => {
    const { username } = await relay.server.addUser({ quota, role: ROLE.user })
    return relay.token({}, await relay.server.login(username, PASSWORD))
  }
  const ask = async (token: string) => {
    const response = await relay.post('/v1/responses', token, { model, input: 'three words here', stream: true })
    return eventsIn(await response.text())
  }
  const deltas = (events: { delta?: string }[]) => events.map(({ delta = '' }) => delta).join('')

  describe.each(NATIVE_AND_CONVERTED)('%s', (_name, type, upstream) => {
    test('a stream ends when the money ends, in the words of the format', async () => {
      await behave(type, upstream, `reply=${'word+'.repeat(4000)}&usage=false`)
      const events = await ask(await poorToken(3000))
      expect(events.at(-2)).toMatchObject({ type: 'error', code: 'quota_ended_stream' })
      expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed' } })
      const [row] = await relay.charges(model, 1)
      expect(row?.receipt.end_reason).toBe('insufficient_quota')
      expect(row?.completion).toBe(estimatedTokens(deltas(events)))
      expect(row?.quota).toBeWithin(3000 - SLICE, 3000 + SLICE + 1)
    })

    test('a channel that reads on pays exactly what the upstream bills', async () => {
      const settings = JSON.stringify({ abort_policy: 'drain', drain_seconds: 5 })
      await behave(type, upstream, 'tokens=60&delay_ms=2&reasoning_tokens=9', { settings })
      const abort = new AbortController()
      const response = await relay.server.request('/v1/responses', {
        method: 'POST',
        headers: { authorization: `Bearer ${await relay.token()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input: 'three words here', stream: true }),
        signal: abort.signal,
      })
      await response.body?.getReader().read()
      abort.abort()
      await relay.upstream.invoice.settled()
      const [line] = relay.upstream.invoice.lines
      const [row] = await relay.charges(model, 1)
      expect(line).toMatchObject({ outcome: 'completed', completionTokens: 69 })
      expect(row).toMatchObject({
        quota: 3 + 2 * 69,
        receipt: { end_reason: 'client_abort', abort_policy: 'drain', usage_source: 'upstream' },
      })
    })
  })

  test.each([
    ['response.function_call_arguments.delta', '"item_id":"fc_1","output_index":0'],
    ['response.custom_tool_call_input.delta', '"item_id":"ctc_1","output_index":0'],
    ['response.reasoning_summary_text.delta', '"item_id":"rs_1","output_index":0,"summary_index":0'],
    ['response.refusal.delta', '"item_id":"msg_1","output_index":0,"content_index":0'],
  ])('the text of %s must be paid as it comes', async (type, place) => {
    const event = `event: ${type}\ndata: {"type":"${type}",${place},"delta":"${'word '.repeat(50)}"}\n\n`
    const body = event.repeat(400)
    await relay.channelThat(() => new Response(body, EVENTS), { models: model })
    const events = await ask(await poorToken(3000))
    expect(events.at(-2)).toMatchObject({ type: 'error', code: 'quota_ended_stream' })
    const [row] = await relay.charges(model, 1)
    expect(row?.completion).toBe(estimatedTokens(deltas(events)))
    expect(row?.quota).toBeWithin(3000 - SLICE, 3000 + SLICE + 1)
  })

  test('text that is told again when it is complete is not counted again', async () => {
    const text = 'word '.repeat(8)
    const body = [
      `{"type":"response.output_text.delta","delta":"${text}"}`,
      `{"type":"response.output_text.done","text":"${text}"}`,
      `{"type":"response.output_item.done","item":{"type":"message","content":[{"type":"output_text","text":"${text}"}]}}`,
      `{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"text":"${text}"}]}]}}`,
    ]
    const events = body.map((data) => `data: ${data}\n\n`).join('')
    await relay.channelThat(() => new Response(events, EVENTS), { models: model })
    await ask(await relay.token())
    const [row] = await relay.charges(model, 1)
    expect(row).toMatchObject({ completion: estimatedTokens(text), receipt: { usage_source: 'estimated' } })
  })
})

interface Told {
  type: string
  delta?: string
}
const eventsIn = (text: string) => [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']): Told => JSON.parse(data))
