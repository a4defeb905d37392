import { describe, expect, test } from 'bun:test'
import { type CallerFormat, callerDialects } from './all.ts'
import type { ChatRequest, JsonObject } from './conversation.ts'
import { readChat } from './read-chat.ts'

/** Vendor-run tools in converted calls: those that are offered, and those of earlier turns. */
const BASE: Record<CallerFormat, JsonObject> = {
  openai: { messages: [{ role: 'user', content: 'hi' }] },
  responses: { input: 'hi' },
  anthropic: { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  cohere: { messages: [{ role: 'user', content: 'hi' }] },
}
const read = (format: CallerFormat, fields: JsonObject): ChatRequest =>
  readChat(callerDialects[format], { ...BASE[format], ...fields }, false)
const f = {
  openai: { type: 'function', function: { name: 'f', parameters: { type: 'object' } } },
  responses: { type: 'function', name: 'f', parameters: { type: 'object' } },
  anthropic: { name: 'f', input_schema: { type: 'object' } },
  gemini: { functionDeclarations: [{ name: 'f' }] },
}
const fetchTool = { type: 'web_fetch_20250910', name: 'web_fetch', max_uses: 3 }

describe('offered tools of a vendor’s own are left out and noted', () => {
  test.each<[CallerFormat, JsonObject, string[]]>([
    ['anthropic', { tools: [fetchTool, f.anthropic] }, ['tools[0]: web_fetch_20250910']],
    [
      'anthropic',
      {
        tools: [
          f.anthropic,
          { type: 'web_fetch_20250910', name: 'web_fetch' },
          { type: 'code_execution_20250825', name: 'code_execution' },
          { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' },
          { type: 'mcp_toolset', mcp_server_name: 'a' },
        ],
        mcp_servers: [{ type: 'url', url: 'https://a.example', name: 'a' }],
      },
      [
        'tools[1]: web_fetch_20250910',
        'tools[2]: code_execution_20250825',
        'tools[3]: tool_search_tool_bm25',
        'tools[4]: mcp_toolset',
        'mcp_servers: mcp',
      ],
    ],
    [
      'openai',
      {
        tools: [
          f.openai,
          { type: 'retrieval', retrieval: { knowledge_id: '1' } },
          { type: 'builtin_function', function: { name: '$web_search' } },
        ],
      },
      ['tools[1]: retrieval', 'tools[2]: $web_search'],
    ],
    [
      'gemini',
      { tools: [f.gemini, { codeExecution: {} }, { codeExecution: {}, urlContext: {} }] },
      ['tools[1]: codeExecution', 'tools[2]: codeExecution', 'tools[2]: urlContext'],
    ],
    [
      'gemini',
      { tools: [f.gemini, { fileSearch: { fileSearchStoreNames: ['a'] } }, { google_maps: {} }] },
      ['tools[1]: fileSearch', 'tools[2]: googleMaps'],
    ],
  ])('%s %j', (format, fields, omitted) => {
    const request = read(format, fields)
    expect(request.tools.map(({ name }) => name)).toEqual(['f'])
    expect(request.omitted?.filter((note) => omitted.includes(note))).toEqual(omitted)
  })

  test.each<[CallerFormat, string, JsonObject]>([
    ['anthropic', 'tool_choice', { tools: [fetchTool, f.anthropic], tool_choice: { type: 'tool', name: 'web_fetch' } }],
    ['anthropic', 'tool_choice', { tools: [fetchTool], tool_choice: { type: 'any' } }],
    ['openai', 'tool_choice', { tools: [f.openai, { type: 'retrieval' }], tool_choice: { type: 'retrieval' } }],
    ['openai', 'tool_choice', { tools: [{ type: 'retrieval' }], tool_choice: 'required' }],
    [
      'gemini',
      'toolConfig.functionCallingConfig.mode',
      { tools: [{ urlContext: {} }], toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    ],
  ])('but not where the choice demands one: %s %s %j', (format, field, fields) => {
    expect(() => read(format, fields)).toThrow(expect.objectContaining({ name: 'BadRequest', field }))
  })

  test('a tool of an unknown kind is refused by name', () => {
    const fields = { tools: [{ type: 'browser_toolset_20260801' }] }
    expect(() => read('anthropic', fields)).toThrow(expect.objectContaining({ field: 'tools[0].type' }))
  })
})

describe('tools of Anthropic’s that the client runs are functions', () => {
  const schema = (tool: JsonObject) => {
    const [only] = read('anthropic', { tools: [tool] }).tools
    const { properties } = (only?.parameters ?? {}) as { properties: Record<string, { enum?: string[] }> }
    return { name: only?.name, properties }
  }
  test('with the schema that Anthropic documents', () => {
    expect(schema({ type: 'bash_20250124', name: 'bash' })).toMatchObject({
      name: 'bash',
      properties: { command: {}, restart: {} },
    })
    const editor = { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' }
    expect(schema(editor)).toMatchObject({ name: 'str_replace_based_edit_tool', properties: { insert_text: {} } })
    expect(schema(editor).properties.command?.enum).toEqual(['view', 'create', 'str_replace', 'insert'])
    const old = { type: 'text_editor_20241022', name: 'str_replace_editor' }
    expect(schema(old).properties.command?.enum).toContain('undo_edit')
    expect(schema({ type: 'memory_20250818', name: 'memory' }).properties.command?.enum).toContain('rename')
    const computer = { name: 'computer', display_width_px: 1024, display_height_px: 768 }
    const actions = (type: string, more = {}) => schema({ ...computer, ...more, type }).properties.action?.enum
    expect(actions('computer_20241022')).not.toContain('scroll')
    expect(actions('computer_20250124')).toContain('scroll')
    expect(actions('computer_20250124')).not.toContain('zoom')
    expect(actions('computer_20251124', { enable_zoom: true })).toContain('zoom')
  })

  test('that may be demanded', () => {
    const request = read('anthropic', {
      tools: [{ type: 'bash_20250124', name: 'bash' }],
      tool_choice: { type: 'tool', name: 'bash' },
    })
    expect(request.toolChoice).toEqual({ name: 'bash' })
    expect(request.omitted).toBeUndefined()
  })
})

describe('what Anthropic’s own tools did becomes a text', () => {
  const turns = (...content: object[]) =>
    read('anthropic', {
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content },
        { role: 'user', content: 'go on' },
      ],
    }).turns[1]?.parts
  const page = { type: 'document', title: 'A page', source: { type: 'text', media_type: 'text/plain', data: 'Words.' } }
  test.each<[string, object, string]>([
    ['a search', { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } }, '[Web search: q]'],
    [
      'its results',
      {
        type: 'web_search_tool_result',
        tool_use_id: 's',
        content: [{ type: 'web_search_result', title: 'A', url: 'https://a.example', encrypted_content: 'x' }],
      },
      '[Found on the web:\nA: https://a.example]',
    ],
    [
      'its failure',
      {
        type: 'web_search_tool_result',
        tool_use_id: 's',
        content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
      },
      '[The search failed: max_uses_exceeded]',
    ],
    [
      'a page',
      {
        type: 'web_fetch_tool_result',
        tool_use_id: 's',
        content: { type: 'web_fetch_result', url: 'https://a.example', content: page },
      },
      '[Content of https://a.example:\nA page\nWords.]',
    ],
    [
      'code',
      { type: 'server_tool_use', id: 's', name: 'code_execution', input: { code: 'print(1)' } },
      '[Code that was run:\nprint(1)]',
    ],
    [
      'its output',
      {
        type: 'bash_code_execution_tool_result',
        tool_use_id: 's',
        content: { type: 'bash_code_execution_result', stdout: '1\n', stderr: 'no', return_code: 1, content: [] },
      },
      '[Output:\n1\n\nErrors:\nno\nReturn code: 1]',
    ],
    [
      'a file',
      {
        type: 'text_editor_code_execution_tool_result',
        tool_use_id: 's',
        content: { type: 'text_editor_code_execution_str_replace_result', lines: ['-a', '+b'] },
      },
      '[File:\n-a\n+b]',
    ],
    [
      'tools that were found',
      {
        type: 'tool_search_tool_result',
        tool_use_id: 's',
        content: {
          type: 'tool_search_tool_search_result',
          tool_references: [{ type: 'tool_reference', tool_name: 'f' }],
        },
      },
      '[Tools that were found: f]',
    ],
    [
      'a call at a server',
      { type: 'mcp_tool_use', id: 's', name: 'echo', server_name: 'a', input: { x: 1 } },
      '[Call of echo at a: {"x":1}]',
    ],
    [
      'its result',
      { type: 'mcp_tool_result', tool_use_id: 's', is_error: false, content: [{ type: 'text', text: 'hi' }] },
      '[Result:\nhi]',
    ],
    ['a summary', { type: 'compaction', content: 'So far.' }, '[Summary of the conversation before:\nSo far.]'],
  ])('%s', (_what, block, text) => {
    expect(turns(block)).toEqual([{ kind: 'text', text }])
  })

  test('or nothing, where it says nothing', () => {
    const silent = { type: 'bash_code_execution_result', stdout: '', stderr: '', return_code: 0, content: [] }
    const result = { type: 'bash_code_execution_tool_result', tool_use_id: 's', content: silent }
    expect(turns(result, { type: 'text', text: 'Done.' })).toEqual([{ kind: 'text', text: 'Done.' }])
  })

  test('also what the client’s own search for tools found, and results of a search', () => {
    const found = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: 'f' }] }
    const source = {
      type: 'search_result',
      title: 'A',
      source: 'https://a.example',
      content: [{ type: 'text', text: 'Words.' }],
    }
    const request = read('anthropic', {
      tools: [{ ...f.anthropic, defer_loading: true }],
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'find', input: {} }] },
        { role: 'user', content: [found, source] },
      ],
    })
    expect(request.tools.map(({ name }) => name)).toEqual(['f'])
    expect(request.turns[2]?.parts).toMatchObject([
      { kind: 'tool_result', content: [{ kind: 'text', text: '[This tool can be called now: f]' }] },
      { kind: 'text', text: '[A (https://a.example):\nWords.]' },
    ])
  })

  test('a block of an unknown kind is refused by name', () => {
    expect(() => turns({ type: 'hologram' })).toThrow(
      expect.objectContaining({ name: 'BadRequest', field: 'messages[1].content[0].type' }),
    )
  })
})

describe('what Google’s own tools did becomes a text', () => {
  const turn = (...parts: object[]) =>
    read('gemini', {
      contents: [{ parts: [{ text: 'hi' }] }, { role: 'model', parts }, { parts: [{ text: 'go on' }] }],
    }).turns[1]?.parts
  test.each<[object, string]>([
    [{ executableCode: { language: 'PYTHON', code: 'print(1)' } }, '[Code that was run:\nprint(1)]'],
    [{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }, '[Output:\n1]'],
    [{ code_execution_result: { outcome: 'OUTCOME_FAILED', output: 'no' } }, '[Errors:\nno]'],
    [
      { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['q'] } } },
      '[Call of GOOGLE_SEARCH_WEB: {"queries":["q"]}]',
    ],
    [{ toolResponse: { toolType: 'GOOGLE_SEARCH_WEB', response: { a: 1 } } }, '[Result: {"a":1}]'],
  ])('%j', (part, text) => expect(turn(part)).toEqual([{ kind: 'text', text }]))

  test('or nothing, where it says nothing', () => {
    expect(turn({ executableCode: {} }, { text: 'Done.' })).toEqual([{ kind: 'text', text: 'Done.' }])
  })
})
