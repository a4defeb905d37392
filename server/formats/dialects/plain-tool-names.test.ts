import { expect, test } from 'bun:test'
import { callerDialects, type UpstreamFormat, upstreamDialects } from './all.ts'
import { anthropic } from './anthropic/dialect.ts'
import { callersToolNames, plainToolNames } from './plain-tool-names.ts'
import { readChat } from './read-chat.ts'
import { writeChat } from './write-chat.ts'

const LONG = `mcp__${'server_'.repeat(10)}__tool`
const names = [LONG, `${LONG}_two`, 'a.b/c', '3d', 'plain-name', 'mit Leerzeichen']

test('names of tools are accepted by every vendor, and come back as the caller’s', () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: LONG, input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] },
  ]
  const tools = names.map((name) => ({ name, input_schema: { type: 'object', properties: { a: { type: 'string' } } } }))
  const request = { model: 'm', max_tokens: 9, messages, tools, tool_choice: { type: 'tool', name: 'a.b/c' } }
  const read = readChat(anthropic, request, false)
  const plain = plainToolNames(read)
  expect([...plain.keys()].sort()).toEqual(names.filter((name) => name !== 'plain-name').sort())
  expect(new Set(plain.values()).size).toBe(plain.size)
  for (const name of plain.values()) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
  for (const upstream of ['openai', 'responses', 'gemini', 'anthropic', 'bedrock'] as UpstreamFormat[]) {
    const written = JSON.stringify(writeChat(read, upstreamDialects[upstream], 'm', {}))
    expect(written).not.toMatch(/a\.b|mit Leerzeichen/)
    expect(written.split(plain.get(LONG) ?? '').length).toBeGreaterThan(2)
  }
  const back = callersToolNames(read)
  for (const [caller, upstream] of plain)
    expect(back({ kind: 'tool_call', choice: 0, index: 0, id: 't', name: upstream })).toMatchObject({ name: caller })
  expect(back({ kind: 'tool_call', choice: 0, index: 0, id: 't', name: 'plain-name' })).toMatchObject({
    name: 'plain-name',
  })
})

test.each(['my schema', 'a.b', '工具', 'x'.repeat(90)])('the name of a schema is accepted, too: %s', (name) => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const responses = { model: 'm', input: 'a', text: { format: { type: 'json_schema', name, schema } } }
  const chat = {
    model: 'm',
    messages: [{ role: 'user', content: 'a' }],
    response_format: { type: 'json_schema', json_schema: { name, schema } },
  }
  const written = [
    writeChat(readChat(callerDialects.responses, responses, false), upstreamDialects.openai, 'm', {}),
    writeChat(readChat(callerDialects.openai, chat, false), upstreamDialects.responses, 'm', {}),
  ]
  for (const body of written) expect(JSON.stringify(body)).toMatch(/"name":"[a-zA-Z0-9_-]{1,64}"/)
})
