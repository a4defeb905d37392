import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { forEachDatabase } from '#test/harness/databases.ts'
import { sdkSite } from '#test/harness/sdk-site.ts'

const messages = [{ role: 'user' as const, content: 'three words here' }]
const parameters = { type: 'object' as const, properties: { city: { type: 'string' } } }
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]

/** Callers of other formats, and models that OpenAI answers for in Responses only. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  let claude: Anthropic
  const behave = (behaviour: string, name = 'gpt-5.1-codex') =>
    site.relay.channel({ models: site.model, model_mapping: JSON.stringify({ [site.model]: `${name}@${behaviour}` }) })

  beforeAll(async () => {
    claude = new Anthropic({ apiKey: await site.relay.token(), baseURL: site.url, maxRetries: 0 })
  })
  beforeEach(() => {
    site.relay.upstream.invoice.clear()
  })

  const sent = () => {
    const request = site.relay.upstream.requests.at(-1)!
    return { path: request.path, json: JSON.parse(Buffer.from(request.body).toString()) }
  }

  test.each(['o1-pro', 'o3-pro-2025-06-10', 'gpt-5-pro', 'gpt-5-codex', 'codex-mini-latest', 'o3-deep-research'])(
    'a chat with %s',
    async (name) => {
      await behave('tokens=4&cached_tokens=1&reasoning_tokens=7', name)
      const system = { role: 'system' as const, content: 'Be brief.' }
      const answer = await site.client.chat.completions.create({
        model: site.model,
        messages: [system, ...messages],
        max_tokens: 5,
        temperature: 0.5,
      })
      expect(answer.choices).toMatchObject([{ message: { content: 'The quick brown fox' }, finish_reason: 'stop' }])
      expect(answer.usage).toMatchObject({
        prompt_tokens: 5,
        completion_tokens: 11,
        prompt_tokens_details: { cached_tokens: 1 },
        completion_tokens_details: { reasoning_tokens: 7 },
      })
      expect(sent()).toMatchObject({
        path: '/v1/responses',
        json: {
          instructions: 'Be brief.',
          store: false,
          include: ['reasoning.encrypted_content'],
          max_output_tokens: 16,
        },
      })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.usage).toEqual({ input: 4, cacheRead: 1, output: 11, reasoning: 7 })
    },
  )

  test('other models of the channel are asked for chat completions', async () => {
    await behave('tokens=2', 'gpt-5.1')
    await site.client.chat.completions.create({ model: site.model, messages })
    expect(sent().path).toBe('/v1/chat/completions')
  })

  describe('a stream', () => {
    test('with a call, and its result', async () => {
      await behave('tool_call=true&reasoning_tokens=3')
      const first = await site.client.chat.completions
        .stream({ model: site.model, messages, tools })
        .finalChatCompletion()
      const [choice] = first.choices
      expect(choice).toMatchObject({
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Paris"}' } }] },
      })
      const result = {
        role: 'tool' as const,
        tool_call_id: choice?.message.tool_calls?.[0]?.id ?? '',
        content: 'sunny',
      }
      await site.client.chat.completions.create({
        model: site.model,
        messages: [...messages, choice!.message, result],
        tools,
      })
      expect(sent().json.input.slice(1)).toMatchObject([
        { type: 'function_call', call_id: result.tool_call_id, name: 'weather' },
        { type: 'function_call_output', call_id: result.tool_call_id, output: 'sunny' },
      ])
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ stream: true, receipt: { usage_source: 'upstream', end_reason: 'stop' } })
    })

    test("keeps OpenAI's reasoning, where the caller's format has a place for it", async () => {
      await behave('tool_call=true&reasoning_tokens=3')
      const tool = { name: 'weather', input_schema: parameters }
      const first = await claude.messages
        .stream({ model: site.model, messages, max_tokens: 100, tools: [tool] })
        .finalMessage()
      const use = first.content.find((block) => block.type === 'tool_use')
      const result = { type: 'tool_result' as const, tool_use_id: use?.id ?? '', content: 'sunny' }
      const turns = [
        ...messages,
        { role: 'assistant' as const, content: first.content },
        { role: 'user' as const, content: [result] },
      ]
      await claude.messages.create({ model: site.model, messages: turns, max_tokens: 100, tools: [tool] })
      expect(sent().json.input.slice(1)).toMatchObject([
        { type: 'reasoning', summary: [], encrypted_content: 'gAAAAABfake' },
        { type: 'function_call', call_id: use?.id },
        { type: 'function_call_output', call_id: use?.id, output: 'sunny' },
      ])
    })
  })

  describe('an address of the operator without Responses', () => {
    const COMPLETION = {
      choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
    }
    const paths: string[] = []
    /** A server that has chat completions, and says this of everything else. */
    async function serverThatSays(says: () => Response) {
      paths.length = 0
      const answer = (request: Request) => {
        const { pathname } = new URL(request.url)
        paths.push(pathname)
        return pathname === '/v1/chat/completions' ? Response.json(COMPLETION) : says()
      }
      return site.relay.channelThat(answer, { models: site.model })
    }
    const told = (status: number, message: string, code: string | null = null) =>
      Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status })

    test.each<[string, () => Response]>([
      ['a page', () => new Response('<html>404</html>', { status: 404 })],
      ['words of FastAPI', () => Response.json({ detail: 'Not Found' }, { status: 404 })],
      ['words of this family', () => told(404, 'Invalid URL (POST /v1/responses)')],
      ['a refusal of the method', () => new Response('', { status: 405 })],
      ['words of a gateway that cannot convert', () => told(500, 'not implemented', 'convert_request_failed')],
    ])('is asked for chat completions from then on: %s', async (_name, says) => {
      await serverThatSays(says)
      for (const _ of [1, 2]) {
        const answer = await site.client.responses.create({ model: site.model, input: 'three words here' })
        expect(answer.output_text).toBe('hello')
      }
      expect(paths).toEqual(['/v1/responses', '/v1/chat/completions', '/v1/chat/completions'])
      const rows = await site.relay.charges(site.model, 2)
      expect(rows.map(({ quota }) => quota)).toEqual([5, 5])
    })

    test('serves models, too, of which OpenAI has nothing else', async () => {
      site.model = 'gpt-5-codex'
      await serverThatSays(() => told(404, 'Invalid URL (POST /v1/responses)'))
      const answer = await site.client.chat.completions.create({ model: site.model, messages })
      expect(answer.choices[0]?.message.content).toBe('hello')
      expect(paths).toEqual(['/v1/responses', '/v1/chat/completions'])
    })

    test.each<[string, () => Response]>([
      ['a model', () => told(404, 'The model `x` does not exist or you do not have access to it.', 'model_not_found')],
      ['another model', () => told(404, 'model "x" not found, try pulling it first')],
      [
        'an item',
        () => told(404, "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."),
      ],
      ['a mistake', () => told(400, 'Invalid URL in image_url')],
    ])('is not what lacks %s', async (_name, says) => {
      await serverThatSays(says)
      const error = await site.client.responses
        .create({ model: site.model, input: 'hi' })
        .catch((failure: unknown) => failure)
      expect(error).toMatchObject({ status: says().status })
      expect(paths).toEqual(['/v1/responses'])
    })
  })
})
