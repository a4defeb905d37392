import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import type { APIError } from 'openai'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import { forEachDatabase } from '#test/harness/databases.ts'
import { CHAT_ONLY, CLAUDE, CONVERTED, GEMINI, OPENAI, responsesCalls } from '#test/harness/responses-site.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const said: ResponseInputItem[] = [
  { role: 'user', content: 'Mend the roof.' },
  { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
  { type: 'function_call_output', call_id: 'c1', output: 'it leaks' },
]
const tools = [{ type: 'function' as const, name: 'look', parameters: {}, strict: false }]
const SUMMARY = 'the+roof+leaks'
const READABLE = 'the roof leaks'

/** Conversations that go on from a summary, and the tools of Codex, with OpenAI's SDK as the caller. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const { goTo, create, stream, sent, client } = responsesCalls(site)
  const compacted = async () => {
    const asked = { input: [...said, { type: 'compaction_trigger' as const }], tools, store: false }
    const { response } = await stream(asked)
    return response
  }

  describe.each(CONVERTED)('%s', (_name, channel) => {
    test('writes a summary when a compaction is asked for, which is sealed and billed', async () => {
      await goTo(channel, `reply=${SUMMARY}`)
      const { output, usage } = await compacted()
      expect(output).toMatchObject([{ type: 'compaction', encrypted_content: expect.any(String) }])
      expect(JSON.stringify(output)).not.toContain('roof')
      expect(sent()).toContain('replaced by a summary')
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.quota).toBe((usage?.input_tokens ?? 0) + 2 * (usage?.output_tokens ?? 0))
    })

    test('reads a summary that another one wrote', async () => {
      await goTo(channel === CLAUDE ? GEMINI : CLAUDE, `reply=${SUMMARY}`)
      const { output } = await compacted()
      await goTo(channel)
      await create({ input: [{ role: 'user', content: 'Mend the roof.' }, ...(output as ResponseInputItem[])] })
      expect(sent()).toContain(READABLE)
    })

    test('calls a tool in a namespace by its own name, whole and streamed', async () => {
      await goTo(channel, 'tool_call=true')
      const fields = {
        input: 'three words here',
        tools: [
          {
            type: 'namespace' as const,
            name: 'agents',
            description: 'Other agents.',
            tools: [{ type: 'function' as const, name: 'spawn', parameters: { type: 'object', properties: {} } }],
          },
          { type: 'web_search' as const },
        ],
      }
      const call = { type: 'function_call', name: 'spawn', namespace: 'agents', status: 'completed' }
      const whole = await create(fields)
      expect(whole.output.at(-1)).toMatchObject(call)
      const { response, events } = await stream(fields)
      expect(response.output.at(-1)).toMatchObject(call)
      expect(events.filter(({ type }) => type === 'response.output_item.done').at(-1)).toMatchObject({ item: call })
      expect(sent()).toContain('agents__spawn')
      const [row] = await site.relay.charges(site.model, 2)
      // Claude searches itself.
      expect(row?.receipt.omitted).toEqual(channel === CLAUDE ? undefined : ['tools[1]: web_search'])
      if (channel === CLAUDE) expect(sent()).toContain('web_search_20250305')
      await goTo(channel)
      const output = { type: 'function_call_output' as const, call_id: 'x', output: 'spawned' }
      const history = response.output.map((item) => (item.type === 'function_call' ? { ...item, call_id: 'x' } : item))
      await create({ ...fields, input: [{ role: 'user', content: 'hi' }, ...(history as ResponseInputItem[]), output] })
      expect(sent()).toContain('spawned')
    })
  })

  test("a summary is plain text for OpenAI, which could not open it, and OpenAI's own trigger passes", async () => {
    await goTo(CLAUDE, `reply=${SUMMARY}`)
    const { output } = await compacted()
    await goTo(OPENAI)
    const input = [{ role: 'user' as const, content: 'And now?' }, ...(output as ResponseInputItem[])]
    await create({ input, temperature: 0.5 })
    expect(sent()).toContain(READABLE)
    expect(sent()).not.toContain('encrypted_content')
    await create({ input: [...said, { type: 'compaction_trigger' }] })
    expect(sent()).toContain('compaction_trigger')
    expect(sent()).not.toContain('replaced by a summary')
  })

  test('a summary opens for nobody but its user, and only as it was sealed', async () => {
    await goTo(CLAUDE, `reply=${SUMMARY}`)
    const [item] = (await compacted()).output as { encrypted_content: string }[]
    const { username } = await site.relay.server.addUser({ quota: 100_000 })
    const stranger = client(await site.relay.token({}, await site.relay.server.login(username, PASSWORD)))
    const content = item?.encrypted_content ?? ''
    const sealed = (encrypted_content: string) => ({ input: [{ type: 'compaction' as const, encrypted_content }] })
    const refusal = { status: 400, code: 'invalid_encrypted_content' }
    expect(await failureOf(create(sealed(content), stranger))).toMatchObject(refusal)
    expect(await failureOf(create(sealed(`${content.slice(0, -4)}AAAA`)))).toMatchObject(refusal)
  })

  test('a conversation is compacted as a whole, with the messages of its user', async () => {
    await goTo(CHAT_ONLY, `reply=${SUMMARY}`)
    const compact = await site.client.responses.compact({ model: site.model, input: said })
    expect(compact).toMatchObject({
      object: 'response.compaction',
      output: [{ role: 'user', content: 'Mend the roof.' }, { type: 'compaction' }],
    })
    expect(compact.usage.output_tokens).toBe(3)
    await goTo(GEMINI)
    await create({ input: [...(compact.output as ResponseInputItem[]), { role: 'user', content: 'Go on.' }] })
    expect(sent()).toContain(READABLE)
  })

  test('a server that has responses and no compaction of them is asked for a summary, and keeps its responses', async () => {
    const paths: string[] = []
    site.model = site.relay.model()
    await site.relay.channelThat(
      async (request) => {
        const { pathname } = new URL(request.url)
        paths.push(pathname)
        if (pathname === '/v1/responses/compact') return Response.json({ detail: 'Not Found' }, { status: 404 })
        const message = { role: 'assistant', content: READABLE }
        if (pathname !== '/v1/responses') return Response.json({ choices: [{ message, finish_reason: 'stop' }] })
        return Response.json({ object: 'response', status: 'completed', output: [], usage: null })
      },
      { type: OPENAI.type, models: site.model },
    )
    const { output } = await site.client.responses.compact({ model: site.model, input: said })
    expect(output.at(-1)?.type).toBe('compaction')
    await create({ input: 'hi' }).catch(() => undefined)
    expect(paths).toEqual(['/v1/responses/compact', '/v1/chat/completions', '/v1/responses'])
  })

  test('a model that writes no summary has failed', async () => {
    site.model = site.relay.model()
    const message = { role: 'assistant', content: '' }
    await site.relay.channelThat(() => Response.json({ choices: [{ message, finish_reason: 'stop' }] }), {
      type: CHAT_ONLY.type,
      models: site.model,
    })
    const failure = await failureOf(create({ input: [...said, { type: 'compaction_trigger' }] }))
    expect((failure as APIError).status).toBe(502)
  })

  test('a socket is refused with the status that sends clients to POST at once', async () => {
    const { hostname, port } = new URL(site.url)
    const socket = connect(Number(port), hostname)
    const lines = ['GET /v1/responses HTTP/1.1', `Host: ${hostname}`, 'Connection: Upgrade', 'Upgrade: websocket']
    socket.write(
      [...lines, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', '', ''].join('\r\n'),
    )
    const head = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    socket.destroy()
    expect(head).toStartWith('HTTP/1.1 426 ')
  })
})
