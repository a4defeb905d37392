import { describe, expect, test } from 'bun:test'
import { cloudsSite } from '#test/harness/clouds-site.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { lastSent, sdkSite } from '#test/harness/sdk-site.ts'

/** Clients of Cohere's version 2, whatever the upstream speaks. https://docs.cohere.com/reference/chat */
onDatabase('sqlite', (fresh) => {
  const site = sdkSite(fresh)
  const clouds = cloudsSite()

  const UPSTREAMS = [
    ['Cohere', { type: 34, cloud: true, name: 'command-a' }],
    ['OpenAI', { type: 1, cloud: false, name: 'gpt-4o' }],
    ['Anthropic', { type: 14, cloud: false, name: 'claude-sonnet-4-5' }],
    ['Gemini', { type: 24, cloud: false, name: 'gemini-2.5-flash' }],
  ] as const
  interface Upstream {
    type: number
    cloud: boolean
    name: string
  }

  async function goTo({ type, cloud, name }: Upstream, behaviour = 'reply=four+words+in+all') {
    site.model = site.relay.model()
    const model_mapping = JSON.stringify({ [site.model]: `${name}@${behaviour}` })
    await site.relay.channel({ type, models: site.model, model_mapping, ...(cloud ? { base_url: clouds.url } : {}) })
    return site.relay.token()
  }
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'three words here' }] },
  ]
  const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }
  const eventsIn = (text: string) =>
    text.split('\n\n').flatMap(
      (event) =>
        /^data: (\{.*)$/m
          .exec(event)
          ?.slice(1)
          .map((json) => JSON.parse(json)) ?? [],
    )

  describe.each(UPSTREAMS)('at %s', (_name, upstream) => {
    test('get a whole answer, which is charged', async () => {
      const token = await goTo(upstream)
      const response = await site.relay.post('/v2/chat', token, {
        model: site.model,
        messages,
        stop_sequences: ['END'],
      })
      expect(response.status).toBe(200)
      const answer = await response.json()
      expect(answer).toMatchObject({
        finish_reason: 'COMPLETE',
        message: { role: 'assistant', content: [{ type: 'text', text: 'four words in all' }] },
      })
      const [row] = await site.relay.charges(site.model)
      expect(answer.usage.billed_units.output_tokens).toBe(row?.receipt.usage.output)
      expect(row?.quota).toBeGreaterThan(0)
    })

    test('get a stream of its events', async () => {
      const token = await goTo(upstream)
      const response = await site.relay.post('/v2/chat', token, { model: site.model, messages, stream: true })
      const events = eventsIn(await response.text())
      const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])
      expect(types).toEqual(['message-start', 'content-start', 'content-delta', 'content-end', 'message-end'])
      const text = events.map(({ delta }) => delta?.message?.content?.text ?? '').join('')
      expect(text).toBe('four words in all')
      expect(events.at(-1)?.delta).toMatchObject({ finish_reason: 'COMPLETE' })
      expect((await site.relay.charges(site.model))[0]?.stream).toBe(true)
    })

    test('call a tool and go on with its result', async () => {
      const token = await goTo(upstream, 'tool_call=true')
      const ask = async (more: object[] = []) => {
        const body = { model: site.model, messages: [...messages, ...more], tools: [weather] }
        return (await site.relay.post('/v2/chat', token, body)).json()
      }
      const { message, finish_reason } = await ask()
      expect(finish_reason).toBe('TOOL_CALL')
      const [call] = message.tool_calls
      expect(call).toMatchObject({ type: 'function', function: { name: 'weather' } })
      const document = { type: 'document', document: { data: '{"sky":"sunny"}' } }
      const next = await ask([message, { role: 'tool', tool_call_id: call.id, content: [document] }])
      expect(next.message ?? next).toMatchObject({ role: 'assistant' })
      const sent = Buffer.from(lastSent(upstream.cloud ? clouds : site.relay.upstream).body).toString()
      expect(sent).toContain('sunny')
      expect(sent).not.toContain('SwitchSeal')
    })
  })

  test('are told errors in the words of Cohere', async () => {
    const token = await site.relay.token()
    const unknown = await site.relay.post('/v2/chat', token, { model: 'nope', messages })
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { id: expect.any(String), message: expect.stringContaining('nope'), code: 'model_not_found' },
    ])
    const openai = await goTo(UPSTREAMS[1][1])
    const refused = await site.relay.post('/v2/chat', openai, {
      model: site.model,
      messages,
      documents: [{ data: 'x' }],
    })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('documents')])
  })

  test.each([
    ['Cohere', UPSTREAMS[0][1]],
    ['OpenAI', { type: 1, cloud: false, name: 'text-embedding-3-small' }],
  ] as const)('get embeddings at %s', async (_name, upstream) => {
    const token = await goTo(upstream, '')
    const asked = { model: site.model, texts: ['one', 'three words here'], input_type: 'search_query' }
    const response = await site.relay.post('/v2/embed', token, { ...asked, embedding_types: ['float'] })
    expect(response.status).toBe(200)
    const { embeddings, meta, response_type } = await response.json()
    expect([embeddings.float.length, response_type]).toEqual([2, 'embeddings_by_type'])
    const [row] = await site.relay.charges(site.model)
    expect(meta.billed_units.input_tokens).toBe(row?.receipt.usage.input)
    expect(row?.receipt.usage.output).toBeUndefined()
  })

  test('embeddings of Cohere reach callers of OpenAI', async () => {
    const token = await goTo(UPSTREAMS[0][1], '')
    const response = await site.relay.post('/v1/embeddings', token, { model: site.model, input: ['one'] })
    expect((await response.json()).data[0].embedding).toEqual([3, 0.5])
  })
})
