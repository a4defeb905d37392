import { describe, expect, test } from 'bun:test'
import { collectAnswer } from '../collect.ts'
import type { ChatEvent, JsonObject, NativeTool } from '../conversation.ts'
import { openai } from '../openai/dialect.ts'
import { dataOf } from '../sse.ts'
import { responses } from './dialect.ts'

const FACTS = { id: 'id1', model: 'm', created: 1_795_000_000, usageWanted: true, inputTokens: 3 }
const read = (request: JsonObject) => responses.readRequest({ input: 'hi', ...request }, false)
const asked = (request: JsonObject) => openai.writeRequest(read(request), 'm') as JsonObject
const namesOf = (request: JsonObject) => read(request).tools.map(({ name }) => name)

const fn = (name: string, more: JsonObject = {}) => ({
  type: 'function',
  name,
  parameters: { type: 'object' },
  ...more,
})
const namespace = (name: string, ...tools: JsonObject[]) => ({
  type: 'namespace',
  name,
  description: `About ${name}.`,
  tools,
})

describe('tools in namespaces', () => {
  test('become functions that the name of the namespace stands before', () => {
    const tools = [fn('exec'), namespace('agents', fn('spawn'), fn('close'))]
    expect(asked({ tools })).toMatchObject({
      tools: [
        { function: { name: 'exec' } },
        { function: { name: 'agents__spawn', description: 'About agents.' } },
        { function: { name: 'agents__close' } },
      ],
    })
  })

  test('that functions are in by default keep their own name', () => {
    expect(namesOf({ tools: [namespace('functions', fn('exec'), { type: 'custom', name: 'patch' })] })).toEqual([
      'exec',
      'patch',
    ])
  })

  test.each([
    ['a function of this name', [namespace('a', fn('b')), fn('a__b')], ['a__b']],
    ['another namespace', [namespace('a__b', fn('c')), namespace('a', fn('b__c'))], ['a__b__c']],
  ])('never stand for %s', (_name, tools, kept) => {
    const names = namesOf({ tools })
    expect(new Set(names).size).toBe(2)
    expect(names).toEqual(expect.arrayContaining(kept))
  })

  test('have names that every vendor takes, and the same in each turn', () => {
    const tools = [
      namespace('mcp__a-very-long-name-of-a-server', fn(`tool.${'x'.repeat(60)}`), fn('9.lives')),
      fn('9.b'),
    ]
    const names = namesOf({ tools })
    for (const name of names) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
    expect(namesOf({ tools })).toEqual(names)
    expect(new Set(names).size).toBe(3)
  })

  test('are chosen and allowed by their own names', () => {
    const tools = [namespace('a', fn('x'), fn('y')), fn('z')]
    const choice = { type: 'function', name: 'x', namespace: 'a' }
    expect(read({ tools, tool_choice: choice }).toolChoice).toEqual({ name: 'a__x' })
    const allowed = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'namespace', name: 'a' }] }
    expect(namesOf({ tools, tool_choice: allowed })).toEqual(['a__x', 'a__y'])
  })
})

test('tools that the input adds are offered', () => {
  const input = [
    { type: 'additional_tools', role: 'developer', tools: [namespace('functions', fn('exec'))] },
    { role: 'user', content: 'hi' },
    { type: 'tool_search_call', call_id: 's', execution: 'client', arguments: { query: 'mail' } },
    { type: 'tool_search_output', call_id: 's', execution: 'client', tools: [namespace('mail', fn('send'))] },
  ]
  expect(asked({ input })).toMatchObject({
    tools: [{ function: { name: 'exec' } }, { function: { name: 'mail__send' } }],
    messages: [
      { role: 'user' },
      { tool_calls: [{ id: 's', function: { name: 'tool_search', arguments: '{"query":"mail"}' } }] },
      { role: 'tool', tool_call_id: 's', content: 'These tools can be called now: mail__send' },
    ],
  })
})

describe('tools that the vendor runs', () => {
  test.each<[JsonObject]>([
    [{ type: 'web_search', external_web_access: false }],
    [{ type: 'file_search', vector_store_ids: ['vs_1'] }],
    [{ type: 'code_interpreter', container: { type: 'auto' } }],
    [{ type: 'image_generation' }],
    [{ type: 'mcp', server_label: 'x', server_url: 'https://x.test' }],
    [{ type: 'shell', environment: { type: 'container_auto' } }],
    [{ type: 'tool_search' }],
  ])('%j is left out, and noted', (tool) => {
    const request = read({ tools: [fn('f'), tool] })
    expect(request.tools.map(({ name }) => name)).toEqual(['f'])
    expect(request.omitted).toEqual([`tools[1]: ${tool.type}`])
  })

  test('leave nothing of a conversation but what can be read', () => {
    const input = [
      { role: 'user', content: 'hi' },
      { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' },
      { type: 'mcp_list_tools', id: 'm', server_label: 'x', tools: [] },
      { type: 'configuration_update', reasoning: { effort: 'low' } },
      { type: 'tool_search_call', call_id: null, execution: 'server', arguments: {} },
      { type: 'tool_search_output', call_id: null, execution: 'server', tools: [] },
      { type: 'compaction', encrypted_content: 'gAAAA' },
      {
        type: 'agent_message',
        author: 'one',
        recipient: 'two',
        content: [
          { type: 'input_text', text: 'Task:' },
          { type: 'encrypted_content', encrypted_content: 'Count the sheep.' },
          { type: 'encrypted_content', encrypted_content: 'gAAAAsealed' },
        ],
      },
    ]
    const request = read({ input })
    expect(request.omitted).toEqual([
      'input[2]: mcp_list_tools',
      'input[3]: configuration_update',
      'input[4]: tool_search_call',
      'input[5]: tool_search_output',
    ])
    expect(request.turns.map(({ role, parts }) => [role, parts.length])).toEqual([
      ['user', 1],
      ['assistant', 2],
      ['user', 3],
    ])
    expect(request.turns.at(-1)?.parts.at(-1)).toEqual({ kind: 'text', text: 'Count the sheep.' })
  })
})

test.each<[JsonObject, string]>([
  [{ type: 'web_search_call', action: { type: 'search', query: 'a', queries: ['a', 'b'] } }, '[Web search: a; b]'],
  [{ type: 'web_search_call', action: { type: 'open_page', url: 'https://a.test' } }, '[Opened page: https://a.test]'],
  [
    { type: 'file_search_call', queries: ['a'], results: [{ filename: 'a.txt', text: 'b' }] },
    '[File search: a\na.txt: b]',
  ],
  [
    { type: 'code_interpreter_call', code: 'print(1)', outputs: [{ type: 'logs', logs: '1' }] },
    '[Code that was run:\nprint(1)\nOutput:\n1]',
  ],
  [
    { type: 'mcp_call', server_label: 'shop', name: 'price', arguments: '{}', output: '7', error: null },
    '[Call of price at shop: {}\nResult:\n7]',
  ],
  [
    { type: 'mcp_call', server_label: 'shop', name: 'price', arguments: '{}', error: 'gone' },
    '[Call of price at shop: {}\nError:\ngone]',
  ],
  [{ type: 'program', code: 'x' }, '[Program that was run:\nx]'],
])('what a tool of OpenAI did is a text for another vendor: %j', (item, text) => {
  const { turns, omitted } = read({
    input: [
      { role: 'user', content: 'hi' },
      { id: 'x', status: 'completed', ...item },
    ],
  })
  expect(turns[1]).toEqual({ role: 'assistant', parts: [{ kind: 'text', text }] })
  expect(omitted).toBeUndefined()
})

/** A tool, the model's arguments, the fields of the client's call item, and the client's output. */
const CALLS: [JsonObject, NativeTool, JsonObject, JsonObject, JsonObject, unknown][] = [
  [
    namespace('agents', fn('spawn')),
    { kind: 'function', name: 'spawn', namespace: 'agents' },
    { a: 1 },
    { type: 'function_call', name: 'spawn', namespace: 'agents', arguments: '{"a":1}' },
    { type: 'function_call_output', output: 'ok' },
    'ok',
  ],
  [
    namespace('agents', { type: 'custom', name: 'run' }),
    { kind: 'custom', name: 'run', namespace: 'agents' },
    { input: 'x = 1' },
    { type: 'custom_tool_call', name: 'run', namespace: 'agents', input: 'x = 1' },
    { type: 'custom_tool_call_output', output: [{ type: 'input_text', text: 'ok' }] },
    'ok',
  ],
  [
    { type: 'shell', environment: { type: 'local' } },
    { kind: 'shell', name: 'shell' },
    { commands: ['ls', 'pwd'], timeout_ms: 5 },
    { type: 'shell_call', action: { commands: ['ls', 'pwd'], timeout_ms: 5, max_output_length: null } },
    { type: 'shell_call_output', output: [{ stdout: 'a', stderr: 'b', outcome: { type: 'exit', exit_code: 1 } }] },
    'a\nb\nexit code: 1',
  ],
  [
    { type: 'local_shell' },
    { kind: 'local_shell', name: 'local_shell' },
    { command: ['ls'], env: { A: 'b' } },
    { type: 'local_shell_call', action: { type: 'exec', command: ['ls'], env: { A: 'b' } } },
    { type: 'local_shell_call_output', output: 'a' },
    'a',
  ],
  [
    { type: 'apply_patch' },
    { kind: 'apply_patch', name: 'apply_patch' },
    { type: 'update_file', path: 'a', diff: '+b' },
    { type: 'apply_patch_call', operation: { type: 'update_file', path: 'a', diff: '+b' } },
    { type: 'apply_patch_call_output', status: 'failed', output: 'no such file' },
    'no such file',
  ],
  [
    { type: 'tool_search', execution: 'client', parameters: { type: 'object' }, description: 'Finds.' },
    { kind: 'tool_search', name: 'tool_search' },
    { query: 'mail' },
    { type: 'tool_search_call', execution: 'client', arguments: { query: 'mail' } },
    { type: 'tool_search_output', execution: 'client', tools: [] },
    'No tool was found.',
  ],
  [
    { type: 'computer_use_preview', display_width: 1, display_height: 1, environment: 'browser' },
    { kind: 'computer_use_preview', name: 'computer_use_preview' },
    { type: 'click', x: 1, y: 2, button: 'left' },
    { type: 'computer_call', action: { type: 'click', x: 1, y: 2, button: 'left' }, pending_safety_checks: [] },
    { type: 'computer_call_output', output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' } },
    { kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } },
  ],
]

describe.each(CALLS)('a tool of the client: %j', (tool, native, args, item, output, result) => {
  const request = read({ tools: [tool] })
  const [offered] = request.tools
  const name = offered?.name ?? ''
  const said: ChatEvent[] = [
    { kind: 'tool_call', choice: 0, index: 0, id: 'c1', name },
    { kind: 'arguments', choice: 0, index: 0, text: JSON.stringify(args) },
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
  ]
  const facts = { ...FACTS, natives: new Map(offered?.native ? [[name, offered.native]] : []) }
  const whole = responses.writeAnswer(collectAnswer(said), facts) as { output: JsonObject[] }

  test('is a function for others, and called as what it is', () => {
    expect(offered?.native).toEqual(native)
    expect(whole.output).toMatchObject([{ ...item, call_id: 'c1', status: 'completed' }])
  })

  test('is called in a stream as in a whole answer', () => {
    const writer = responses.streamWriter(facts)
    const text = said.map((event) => writer.write(event)).join('') + writer.end(undefined) + writer.tail()
    const events = text.split('\n\n').flatMap((event) => JSON.parse(dataOf(Buffer.from(event)) ?? '[]'))
    const done = events.filter(({ type }) => type === 'response.output_item.done')
    expect(done.map((event) => event.item)).toEqual(whole.output)
    expect(events.filter(({ type }) => type === 'response.output_item.added')).toHaveLength(1)
    expect(events.at(-1).response.output).toEqual(whole.output)
  })

  test('has its call and output read again in the next turn', () => {
    const input = [{ role: 'user', content: 'hi' }, ...whole.output, { ...output, call_id: 'c1' }]
    const [, assistant, user] = read({ tools: [tool], input }).turns
    expect(assistant?.parts).toMatchObject([{ kind: 'tool_call', id: 'c1', name }])
    const call = assistant?.parts[0]
    expect(JSON.parse(call?.kind === 'tool_call' ? call.arguments : '')).toMatchObject(args)
    const content = [typeof result === 'string' ? { kind: 'text', text: result } : result]
    expect(user?.parts).toMatchObject([{ kind: 'tool_result', id: 'c1', name, content }])
    expect(read({ tools: [tool], input }).omitted).toBeUndefined()
  })
})

test('the output of a local shell may name the item instead of the call', () => {
  const call = { type: 'local_shell_call', id: 'lsh_1', call_id: 'c1', action: { type: 'exec', command: ['ls'] } }
  const output = { type: 'local_shell_call_output', id: 'lsh_1', output: 'a' }
  expect(read({ input: [call, output] }).turns[1]?.parts).toMatchObject([{ kind: 'tool_result', id: 'c1' }])
})
