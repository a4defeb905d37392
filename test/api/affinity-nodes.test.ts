import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

const CHANNELS = 4
const CONVERSATIONS = 20
const TURNS = 6
const MANY = 1000
const MODEL = 'gpt-4o-mini'

/** One turn of a conversation as a client sends it. `texts`: what was said so far, by the user and the model in turn. */
type Turn = (session: string, texts: string[]) => { path: string; body: object; headers?: Record<string, string> }

const messagesOf = (texts: string[]) => texts.map((content, n) => ({ role: n % 2 ? 'assistant' : 'user', content }))
const system = 'You are a coding agent. Be brief.'
const tool = { name: 'read_file', description: 'Reads a file', parameters: { type: 'object', properties: {} } }
const chat = (texts: string[], more: object = {}) => ({
  path: '/v1/chat/completions',
  body: { model: MODEL, messages: [{ role: 'system', content: system }, ...messagesOf(texts)], ...more },
})

/** What names a session is all that differs between turns beside the texts; two clients name none. */
const CLIENTS: Record<string, Turn> = {
  'Claude Code': (session, texts) => ({
    path: '/v1/messages',
    headers: { 'x-claude-code-session-id': session },
    body: {
      ...{
        model: MODEL,
        max_tokens: 50,
        metadata: { user_id: JSON.stringify({ device_id: 'd', session_id: session }) },
      },
      // The bill of the turn and the branch of the work tree change from turn to turn.
      system: [{ type: 'text', text: `${system} Turn ${texts.length}`, cache_control: { type: 'ephemeral' } }],
      messages: messagesOf(texts),
      tools: [{ name: tool.name, input_schema: tool.parameters }],
    },
  }),
  'Claude Code before 2.1.78': (session, texts) => ({
    path: '/v1/messages',
    body: {
      ...{ model: MODEL, max_tokens: 50, metadata: { user_id: `user_0a_account__session_${session}` } },
      ...{ system: `${system} Turn ${texts.length}`, messages: messagesOf(texts) },
    },
  }),
  Codex: (session, texts) => ({
    path: '/v1/responses',
    headers: { 'session-id': session },
    body: { model: MODEL, instructions: system, input: messagesOf(texts), prompt_cache_key: session, store: false },
  }),
  'Gemini CLI': (_session, texts) => ({
    path: `/v1beta/models/${MODEL}:generateContent`,
    body: {
      systemInstruction: { role: 'user', parts: [{ text: system }] },
      contents: texts.map((text, n) => ({ role: n % 2 ? 'model' : 'user', parts: [{ text }] })),
      tools: [{ functionDeclarations: [tool] }],
    },
  }),
  opencode: (session, texts) => ({
    ...chat([`${texts[0]} ${texts.length}`, ...texts.slice(1)]),
    headers: { 'x-session-affinity': session },
  }),
  'AI SDK': (_session, texts) => chat(texts, { tools: [{ type: 'function', function: tool }], temperature: 0 }),
  'plain chat': (_session, texts) => ({
    path: '/v1/chat/completions',
    body: { model: MODEL, messages: messagesOf(texts) },
  }),
}

function answerAt(path: string): object {
  if (path.endsWith('/responses')) {
    const content = [{ type: 'output_text', text: 'well', annotations: [] }]
    const output = [{ type: 'message', id: 'm', status: 'completed', role: 'assistant', content }]
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    return { id: 'r', object: 'response', created_at: 1, status: 'completed', model: MODEL, output, usage }
  }
  const choices = [{ index: 0, message: { role: 'assistant', content: 'well' }, finish_reason: 'stop' }]
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  return { id: 'x', object: 'chat.completion', created: 1, model: MODEL, choices, usage }
}

fromTier('all', describe.skipIf(!hasRedis) as typeof describe)('two nodes with one database and one Redis', () => {
  onDatabase('postgres', (fresh) => {
    let redis: TestRedis
    let vendor: Listening
    const nodes: ServerProcess[] = []
    let token = ''
    /** The key of the channel by the text that the call ends with. */
    const keys = new Map<string, string>()

    beforeAll(async () => {
      redis = await startRedis()
      vendor = listen(async (request) => {
        const text = await request.text()
        const mark = /mark-[\w-]+-end/g
        const last = text.match(mark)?.at(-1) ?? ''
        keys.set(last, request.headers.get('authorization') ?? '')
        return Response.json(answerAt(new URL(request.url).pathname))
      })
      const place = await fresh.place()
      const env = { DATABASE_URL: place.databaseUrl ?? '', REDIS_URL: redis.url, SECRET_KEY: 'of all nodes' }
      nodes.push(await startProcess(join(place.dataDir, 'a'), env))
      const root = await nodes[0]!.login()
      for (let n = 0; n < CHANNELS; n++) {
        const channel = { type: 1, name: `c${n}`, key: `sk-channel-${n}`, base_url: vendor.url, models: MODEL }
        await root.send('POST', '/api/channel/', channel)
      }
      const { key } = (await root.send('POST', '/api/token/', { name: 't', unlimited_quota: true })) as { key: string }
      token = `sk-${key}`
      nodes.push(await startProcess(join(place.dataDir, 'b'), env))
    }, START_MS)
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      await vendor.stop()
      await redis.stop()
    })

    /** Sends a turn to a node; returns the key that it went on with. */
    async function send(node: number, turn: ReturnType<Turn>, mark: string): Promise<string> {
      const response = await fetch(`${nodes[node % nodes.length]!.url}${turn.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...turn.headers },
        body: JSON.stringify(turn.body),
      })
      await response.text()
      expect(response.status).toBe(200)
      return keys.get(mark) ?? ''
    }

    test.each(Object.entries(CLIENTS))(
      '95 of 100 turns of %s stay at the channel of the turn before',
      async (name, turnOf) => {
        let [stayed, turns] = [0, 0]
        const used = new Set<string>()
        await Promise.all(
          Array.from({ length: CONVERSATIONS }, async (_, n) => {
            const session = `${n}f0c1d2e-0000-4000-8000-${name.length}`
            const texts: string[] = []
            let before: string | undefined
            for (let turn = 0; turn < TURNS; turn++) {
              const mark = `mark-${name.replaceAll(/\W/g, '')}-${n}-${turn}-end`
              texts.push(`${mark} Question ${turn} of conversation ${n}`)
              const key = await send(turn + n, turnOf(session, texts), mark)
              if (before !== undefined) {
                turns += 1
                if (key === before) stayed += 1
              }
              before = key
              used.add(key)
              texts.push('An answer')
            }
          }),
        )
        expect(turns).toBe(CONVERSATIONS * (TURNS - 1))
        expect(stayed).toBeGreaterThanOrEqual(turns * 0.95)
        expect(used.size).toBe(CHANNELS)
      },
    )

    test(
      `of ${MANY} conversations no channel has more than 1.2 times its share`,
      async () => {
        const counts = new Map<string, number>()
        let next = 0
        const work = async () => {
          while (next < MANY) {
            const n = next++
            const mark = `mark-many-${n}-end`
            const turn = Object.values(CLIENTS)[n % Object.keys(CLIENTS).length]!
            const key = await send(n, turn(`session-${n}-of-many`, [`${mark} Hello ${n}`]), mark)
            counts.set(key, (counts.get(key) ?? 0) + 1)
          }
        }
        await Promise.all(Array.from({ length: 8 }, work))
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(MANY)
        expect(counts.size).toBe(CHANNELS)
        expect(Math.max(...counts.values())).toBeLessThanOrEqual((1.2 * MANY) / CHANNELS)
      },
      LIMIT_MS,
    )
  })
})
