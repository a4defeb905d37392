import { afterAll, beforeAll, expect, test } from 'bun:test'
import { baseUrlOf, type SnippetFacts, snippets } from './snippets.ts'

let server: Bun.Server<undefined>
let facts: SnippetFacts
let seen: { key: string | null; model: string }[] = []

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/v1/chat/completions': {
        async POST(request) {
          const { model } = (await request.json()) as { model: string }
          seen.push({ key: request.headers.get('authorization'), model })
          return Response.json({
            object: 'chat.completion',
            choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hello from test' } }],
          })
        },
      },
      '/v1/responses': {
        async POST(request) {
          const { model } = (await request.json()) as { model: string }
          seen.push({ key: request.headers.get('authorization'), model })
          const content = [{ type: 'output_text', text: 'hello from test', annotations: [] }]
          return Response.json({ object: 'response', output: [{ type: 'message', role: 'assistant', content }] })
        },
      },
      '/v1/messages': {
        async POST(request) {
          const { model } = (await request.json()) as { model: string }
          seen.push({ key: request.headers.get('authorization'), model })
          const content = [{ type: 'text', text: 'hello from test' }]
          return Response.json({ type: 'message', role: 'assistant', model, content, stop_reason: 'end_turn' })
        },
      },
      '/v1beta/models/gpt-test:generateContent': {
        POST(request) {
          seen.push({ key: `Bearer ${request.headers.get('x-goog-api-key')}`, model: 'gpt-test' })
          const content = { role: 'model', parts: [{ text: 'hello from test' }] }
          return Response.json({ candidates: [{ content, finishReason: 'STOP' }] })
        },
      },
    },
  })
  facts = { baseUrl: baseUrlOf('', server.url.origin), key: 'sk-test', model: 'gpt-test' }
})
afterAll(() => server.stop(true))

const textOf = (id: string) => snippets.find((snippet) => snippet.id === id)!.text(facts)

async function run(command: string[]) {
  seen = []
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const output = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  expect(seen).toEqual([{ key: 'Bearer sk-test', model: 'gpt-test' }])
  return output
}

test('the Node snippet runs as it is and prints the answer', async () => {
  expect(await run([process.execPath, '-e', textOf('node')])).toContain('hello from test')
})

test.skipIf(!Bun.which('curl'))('the curl snippet runs as it is and prints the answer', async () => {
  expect(await run(['sh', '-c', textOf('curl')])).toContain('hello from test')
})

test.skipIf(!Bun.which('python3'))('the Python snippet is valid Python', async () => {
  const check = 'import ast, sys; ast.parse(sys.argv[1])'
  expect(await Bun.spawn(['python3', '-c', check, textOf('python')]).exited).toBe(0)
})

test.each(['responses', 'anthropic', 'gemini'])('the %s snippet runs as it is and prints the answer', async (id) => {
  expect(await run([process.execPath, '-e', textOf(id)])).toContain('hello from test')
})

test('every snippet carries address and key', () => {
  for (const { text } of snippets) {
    expect(text(facts)).toContain(server.url.origin)
    expect(text(facts)).toContain(facts.key)
  }
})

test('the base URL is the configured address, else the one in use, with /v1 once', () => {
  expect(baseUrlOf('https://gw.test/', 'https://x.test')).toBe('https://gw.test/v1')
  expect(baseUrlOf('https://gw.test/v1/', 'https://x.test')).toBe('https://gw.test/v1')
  expect(baseUrlOf('', 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000/v1')
  expect(baseUrlOf(undefined, 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000/v1')
})
