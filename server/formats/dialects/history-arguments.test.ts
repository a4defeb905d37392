import { expect, test } from 'bun:test'
import { writeRequest as writeAnthropic } from './anthropic/write-request.ts'
import { writeRequest as writeCohere } from './cohere/write-request.ts'
import type { ChatRequest } from './conversation.ts'
import { modelFacts } from './gemini/models.ts'
import { writeContents } from './gemini/write-contents.ts'

test.each(['15 * 4', '[15, 4]'])('a past call keeps arguments that are no object: %s', (text) => {
  const turns: ChatRequest['turns'] = [
    { role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
    { role: 'assistant', parts: [{ kind: 'tool_call', id: 'a', name: 'f', arguments: text }] },
    { role: 'user', parts: [{ kind: 'tool_result', id: 'a', content: [{ kind: 'text', text: '60' }] }] },
  ]
  const request = { system: [], turns, tools: [], stream: false, stop: [] }
  for (const written of [
    writeAnthropic(request, 'claude-sonnet-4-5'),
    writeCohere(request, 'command-a-03-2025'),
    writeContents(turns, modelFacts('gemini-2.5-flash')),
  ])
    expect(JSON.stringify(written).replaceAll('\\', '')).toContain('{"input":')
})
