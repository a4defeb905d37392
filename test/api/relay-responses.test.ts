import { beforeEach, describe, expect, test } from 'bun:test'
import type OpenAI from 'openai'
import { APIError, BadRequestError } from 'openai'
import type { ResponseCreateParamsBase, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { forEachDatabase } from '#test/harness/databases.ts'
import { estimatedTokens } from '#test/harness/estimated-tokens.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'

const OPENAI = 1
const CLAUDE = 14
const GEMINI = 24
/** Speaks chat completions and nothing else. */
const DEEPSEEK = 43
const input = 'three words here'
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const ANSWER = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ type: 'function' as const, name: 'weather', parameters, strict: false }]

/** OpenAI's SDK as the caller of responses, at upstreams that speak them and at others. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  /** The behaviour of the upstream is written in the name that the channel maps to. */
  const behave = (type: number, behaviour: string, name = NAMES[type] ?? 'gpt-4.1') =>
    site.relay.channel({
      type,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: `${name}@${behaviour}` }),
    })
  const NAMES: Record<number, string> = { [CLAUDE]: 'claude-sonnet-4-5', [GEMINI]: 'gemini-2.5-flash' }

  beforeEach(() => {
    site.relay.upstream.invoice.clear()
  })

  const sent = () => {
    const request = site.relay.upstream.requests.at(-1)!
    return { path: request.path, json: JSON.parse(Buffer.from(request.body).toString()) }
  }
  const streamed = async (more: Omit<ResponseCreateParamsBase, 'stream'> = {}) => {
    const events: ResponseStreamEvent[] = []
    for await (const event of await site.client.responses.create({ model: site.model, input, ...more, stream: true }))
      events.push(event)
    return events
  }

  const UPSTREAMS = [
    ['OpenAI', OPENAI, '/v1/responses'],
    ['a vendor of chat completions', DEEPSEEK, '/v1/chat/completions'],
    ['Claude', CLAUDE, '/v1/messages'],
    ['Gemini', GEMINI, ':generateContent'],
  ] as const

  describe.each(UPSTREAMS)('at %s', (_name, type, path) => {
    test('a whole answer', async () => {
      await behave(type, 'tokens=4')
      const answer = await site.client.responses.create({
        model: site.model,
        input,
        instructions: 'Be brief.',
        max_output_tokens: 50,
      })
      expect(answer).toMatchObject({ object: 'response', status: 'completed', error: null, max_output_tokens: 50 })
      expect(answer.output_text).toBe('The quick brown fox')
      expect(answer.usage).toMatchObject({ output_tokens: 4 })
      expect(sent().path).toContain(path)
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.quota).toBe((answer.usage?.input_tokens ?? 0) + 2 * 4)
      expect(row?.receipt).toMatchObject({ usage_source: 'upstream', end_reason: 'stop' })
    })

    test('a stream, event by event', async () => {
      await behave(type, 'reply=four+words+in+all')
      const events = await streamed()
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()])
      const kinds = events.map((event) => event.type)
      expect(kinds.slice(0, 2)).toEqual(['response.created', 'response.in_progress'])
      const message = kinds.slice(kinds.indexOf('response.content_part.added') - 1)
      expect(message.filter((kind, at) => kind !== message[at - 1])).toEqual([
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.delta',
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.completed',
      ])
      const text = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('')
      expect(text).toBe('four words in all')
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ completion: 4, stream: true, receipt: { usage_source: 'upstream' } })
    })

    test('a streamed call of a function, and its result', async () => {
      await behave(type, 'tool_call=true')
      const stream = site.client.responses.stream({ model: site.model, input, tools })
      let json = ''
      stream.on('response.function_call_arguments.delta', ({ delta }) => {
        json += delta
      })
      const answer = await stream.finalResponse()
      const call = answer.output.find((item) => item.type === 'function_call')
      expect(call).toMatchObject({ name: 'weather', arguments: '{"city":"Paris"}', status: 'completed' })
      expect(json).toBe('{"city":"Paris"}')
      site.model = site.relay.model()
      await behave(type, 'tokens=2')
      const output = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'sunny' }
      const more = [{ role: 'user' as const, content: input }, ...withoutParsed(answer.output), output]
      // OpenAI would refuse reasoning that is not its own; the others must get theirs back.
      const asked = type === OPENAI ? more.filter((item) => !('type' in item) || item.type !== 'reasoning') : more
      const next = await site.client.responses.create({ model: site.model, input: asked, tools })
      expect(next.output_text).toBe('The quick')
      expect(JSON.stringify(sent().json)).toContain('sunny')
    })

    test('an answer that is cut by its limit is incomplete', async () => {
      await behave(type, 'tokens=40')
      const events = await streamed({ max_output_tokens: 16 })
      const last = events.at(-1)
      expect(last).toMatchObject({
        type: 'response.incomplete',
        response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      })
      expect((await site.relay.charges(site.model, 1))[0]?.completion).toBe(16)
    })

    test('a stream that breaks raises an error, and what was delivered is billed', async () => {
      await behave(type, 'tokens=50&cut_after=3&delay_ms=15')
      const error = await failureOf(streamed())
      expect(error).toBeInstanceOf(APIError)
      expect(error).toMatchObject({ code: 'upstream_cut', type: 'new_api_error' })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt).toMatchObject({ end_reason: 'upstream_error' })
      expect(row?.completion).toBeGreaterThan(0)
      if (type !== GEMINI) expect(row?.completion).toBeLessThan(10)
    })

    test('a hang-up cancels the upstream, and what was delivered is billed', async () => {
      await behave(type, 'tokens=500&stall_after=5')
      const stream = await site.client.responses.create({ model: site.model, input, stream: true })
      let text = ''
      for await (const event of stream) {
        if (event.type === 'response.output_text.delta') text += event.delta
        if (text.split(' ').length === 5) stream.controller.abort()
      }
      await site.relay.upstream.invoice.settled()
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.end_reason).toBe('client_abort')
      // The fake of Gemini tells the usage of the whole answer from its first event on.
      if (type !== GEMINI) expect(row?.completion).toBe(estimatedTokens(text))
    })

    test('an error before the answer is in the format of the caller', async () => {
      await behave(type, 'error=400')
      const error = await failureOf(site.client.responses.create({ model: site.model, input }))
      expect(error).toBeInstanceOf(BadRequestError)
      expect(await site.relay.charges(site.model)).toEqual([])
    })
  })

  test.each(UPSTREAMS)('cached and reasoning tokens at %s are billed once', async (_name, type) => {
    await site.relay.option('CacheRatio', { [site.model]: 0.1 })
    const reasoning = type === CLAUDE ? 0 : 20
    await behave(type, `tokens=5&prompt_tokens=100&cached_tokens=60&reasoning_tokens=${reasoning}`)
    const { usage } = await site.client.responses.create({ model: site.model, input })
    expect(usage).toEqual({
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 60, cache_write_tokens: 0 },
      output_tokens: 5 + reasoning,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: 105 + reasoning,
    })
    const events = await streamed()
    expect(events.at(-1)).toMatchObject({ response: { usage } })
    const rows = await site.relay.charges(site.model, 2)
    expect(rows.map(({ quota }) => quota)).toEqual(Array(2).fill(40 + 6 + 2 * (5 + reasoning)))
  })

  describe('what is converted', () => {
    test('reaches Claude in its own words', async () => {
      await behave(CLAUDE, 'tokens=2')
      await site.client.responses.create({
        model: site.model,
        instructions: 'Be brief.',
        input: [
          { role: 'developer', content: 'In English.' },
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'What is this?' },
              { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
              { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
            ],
          },
        ],
        text: { format: { type: 'json_schema', name: 'x', schema: ANSWER } },
        tools,
        tool_choice: { type: 'function', name: 'weather' },
        parallel_tool_calls: false,
        temperature: 0.5,
        user: 'u1',
        store: false,
        metadata: { a: 'b' },
        truncation: 'disabled',
      })
      expect(sent().json).toMatchObject({
        system: [
          { type: 'text', text: 'Be brief.' },
          { type: 'text', text: 'In English.' },
        ],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
              { type: 'document', source: { media_type: 'application/pdf', data: 'JVBE' }, title: 'a.pdf' },
            ],
          },
        ],
        output_config: { format: { type: 'json_schema', schema: { ...ANSWER, additionalProperties: false } } },
        tools: [{ name: 'weather', input_schema: parameters }],
        tool_choice: { type: 'tool', name: 'weather', disable_parallel_tool_use: true },
        temperature: 0.5,
        metadata: { user_id: 'u1' },
      })
    })

    test('brings the signed reasoning back to Claude', async () => {
      await behave(CLAUDE, 'tool_call=true')
      const first = await site.client.responses.stream({ model: site.model, input, tools }).finalResponse()
      expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call'])
      const call_id = first.output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []))[0] ?? ''
      const output = { type: 'function_call_output' as const, call_id, output: 'sunny' }
      const more = [{ role: 'user' as const, content: input }, ...withoutParsed(first.output), output]
      await site.client.responses.create({ model: site.model, input: more, tools, reasoning: { effort: 'low' } })
      const { json } = sent()
      expect(json.messages[1].content[0]).toEqual({ type: 'thinking', thinking: '', signature: 'EqFake=' })
      expect(json.thinking).toMatchObject({ type: 'enabled' })
    })

    test('brings the signature of a call back to Gemini', async () => {
      await behave(GEMINI, 'tool_call=true')
      const first = await site.client.responses.create({ model: site.model, input, tools })
      const call_id = first.output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []))[0] ?? ''
      const output = { type: 'function_call_output' as const, call_id, output: 'sunny' }
      const more = [{ role: 'user' as const, content: input }, ...first.output, output] as never
      await site.client.responses.create({ model: site.model, input: more, tools })
      expect(sent().json.contents[1].parts[0]).toMatchObject({ thoughtSignature: 'c2lnbmVk' })
    })

    test('has tools that take a text', async () => {
      await behave(CLAUDE, 'tool_call=true')
      const tool = { type: 'custom' as const, name: 'patch', description: 'Edits.' }
      const first = await site.client.responses.stream({ model: site.model, input, tools: [tool] }).finalResponse()
      const call = first.output.find((item) => item.type === 'custom_tool_call')
      expect(call).toMatchObject({ name: 'patch', input: 'Paris' })
      const output = { type: 'custom_tool_call_output' as const, call_id: call?.call_id ?? '', output: 'done' }
      const more = [{ role: 'user' as const, content: input }, ...withoutParsed(first.output), output]
      await site.client.responses.create({ model: site.model, input: more, tools: [tool] })
      expect(sent().json.messages[1].content.at(-1)).toMatchObject({ type: 'tool_use', input: { input: 'Paris' } })
    })

    test.each<[string, object, string?]>([
      ['previous_response_id', { previous_response_id: 'resp_1' }, 'previous_response_not_found'],
      ['conversation', { conversation: 'conv_1' }],
      ['prompt', { prompt: { id: 'pmpt_1' } }],
      ['tool_choice', { tools: [{ type: 'file_search' }], tool_choice: { type: 'file_search' } }],
      ['input[0].id', { input: [{ type: 'item_reference', id: 'msg_1' }] }, 'item_not_found'],
      ['input[0].output.image_url', { input: [{ type: 'computer_call_output', call_id: 'x' }] }],
      ['input[0].content[0].file_id', { input: [user({ type: 'input_image', file_id: 'file-1' })] }],
      ['input[0].content[0].file_id', { input: [user({ type: 'input_file', file_id: 'file-1' })] }],
      ['input[0].content[0].type', { input: [user({ type: 'hologram' })] }],
      ['input[0].role', { input: [{ role: 'robot', content: 'x' }] }],
    ])('but for %s, which only OpenAI can be asked', async (param, more, code = 'convert_request_failed') => {
      await behave(CLAUDE, 'tokens=2')
      const error = await failureOf(site.client.responses.create({ model: site.model, input, ...more }))
      expect(error).toMatchObject({ status: 400, code, param })
      expect(await site.relay.charges(site.model)).toEqual([])
      if (param === 'input[0].role') return
      // A channel that can is tried next.
      await site.relay.channel({
        models: site.model,
        model_mapping: JSON.stringify({ [site.model]: 'gpt-4.1@tokens=2' }),
      })
      expect(
        String(await failureOf(site.client.responses.create({ model: site.model, input, ...more }))),
      ).not.toContain(param)
      expect(sent().path).toBe('/v1/responses')
    })
  })

  test('nothing that would be fetched later is begun at a vendor', async () => {
    await behave(OPENAI, 'tokens=2')
    await site.client.responses.create({ model: site.model, input, background: true })
    expect(sent().json).not.toHaveProperty('background')
    await site.relay.charges(site.model, 1)
  })

  test.each(UPSTREAMS)('a long conversation of an agent at %s costs what it should', async (_name, type) => {
    await behave(type, 'tokens=3')
    const words = 'one two three four '.repeat(1000)
    const turns = Array.from({ length: 12 }, (_, at) => [
      { role: 'user' as const, content: words },
      { type: 'function_call' as const, call_id: `call_${at}`, name: 'weather', arguments: '{"city":"Paris"}' },
      { type: 'function_call_output' as const, call_id: `call_${at}`, output: words },
    ])
    const asked = turns.flat()
    expect(JSON.stringify(asked).length).toBeGreaterThan(400_000)
    const stream = site.client.responses.stream({ model: site.model, input: asked, tools })
    expect((await stream.finalResponse()).output_text).toBe('The quick brown')
    const [line] = site.relay.upstream.invoice.lines
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.quota).toBe((line?.promptTokens ?? 0) + 2 * 3)
  })
})

const user = (part: object) => ({ role: 'user', content: [part] })

/** The SDK adds what it has parsed to the items that it has streamed. */
function withoutParsed(output: readonly object[]): OpenAI.Responses.ResponseInputItem[] {
  return output.map(({ parsed_arguments: _, ...item }: { parsed_arguments?: unknown }) => item) as never
}
