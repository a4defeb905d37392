import { describe, expect, test } from 'bun:test'
import { NO_USAGE, tokensUsed, type Usage } from '#contract/prices/price.ts'
import { callerDialects } from './all.ts'
import type { ChatAnswer, ChatEvent, ChatRequest } from './conversation.ts'
import type { CallerDialect, UpstreamDialect } from './dialect.ts'
import { dataOf } from './sse.ts'

/** What a dialect's writer writes, its reader must read back unchanged. */
const FACTS = { id: 'id1', model: 'm', created: 1_795_000_000, usageWanted: true, inputTokens: 3 }
const BOTH = Object.entries(callerDialects).filter(
  (entry): entry is [string, CallerDialect & UpstreamDialect] => 'readAnswer' in entry[1],
)
const usage = { ...tokensUsed(10, 20), cacheRead: 5 }

/** Cohere bills cached tokens like all others. */
const usageIn = (name: string) => (name === 'cohere' ? tokensUsed(15, 20) : usage)

/**
 * The kinds of tokens that each format can distinguish. A gateway of this kind as the caller bills them as well.
 */
const KINDS = { cacheRead: 1, audioInput: 2, imageInput: 3, audioOutput: 4, imageOutput: 5, reasoning: 6 }
const USAGES: Record<string, Partial<Usage>[]> = {
  openai: [KINDS, { ...KINDS, cacheWrite5m: 7 }],
  anthropic: [
    { cacheRead: 1, cacheWrite5m: 7, reasoning: 6 },
    { cacheWrite5m: 7, cacheWrite1h: 8 },
  ],
  gemini: [KINDS],
}

const SAID: Record<string, ChatEvent[]> = {
  text: [
    { kind: 'text', choice: 0, text: 'Hel' },
    { kind: 'text', choice: 0, text: 'lo 你好 "\\\n' },
    { kind: 'finish', choice: 0, reason: 'stop' },
  ],
  'text that was cut': [
    { kind: 'text', choice: 0, text: 'Hel' },
    { kind: 'finish', choice: 0, reason: 'length' },
  ],
  'reasoning and text': [
    { kind: 'reasoning', choice: 0, text: 'Hm.' },
    { kind: 'text', choice: 0, text: 'Hello' },
    { kind: 'finish', choice: 0, reason: 'stop' },
  ],
  tools: [
    { kind: 'text', choice: 0, text: 'Let me see.' },
    { kind: 'tool_call', choice: 0, index: 0, id: 'a', name: 'f' },
    { kind: 'arguments', choice: 0, index: 0, text: '{"x":' },
    { kind: 'arguments', choice: 0, index: 0, text: '1}' },
    { kind: 'tool_call', choice: 0, index: 1, id: 'b', name: 'g' },
    { kind: 'arguments', choice: 0, index: 1, text: '{}' },
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
  ],
  'tools that come interleaved': [
    { kind: 'tool_call', choice: 0, index: 0, id: 'a', name: 'f' },
    { kind: 'tool_call', choice: 0, index: 1, id: 'b', name: 'g' },
    { kind: 'arguments', choice: 0, index: 1, text: '{"y":' },
    { kind: 'arguments', choice: 0, index: 0, text: '{"x":1}' },
    { kind: 'arguments', choice: 0, index: 1, text: '2}' },
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
  ],
}

for (const [name, dialect] of BOTH) {
  describe(name, () => {
    test.each(Object.keys(SAID))('a stream of %s', (kind) => {
      const said = SAID[kind] ?? []
      const writer = dialect.streamWriter(FACTS)
      const written = said.map((event) => writer.write(event)).join('') + writer.end(usage) + writer.tail()
      const reader = dialect.streamReader()
      const events = written.split(/\r?\n\r?\n/).map((event) => dataOf(Buffer.from(event)))
      const read = events.flatMap((data) => (data && data !== '[DONE]' ? reader.read(data) : []))
      expect(summary(read)).toEqual(summary(said))
      expect(read.findLast((event) => event.kind === 'usage')).toMatchObject({ usage: usageIn(name) })
    })

    test('a whole answer', () => {
      const answer: ChatAnswer = {
        choices: [
          {
            parts: [
              { kind: 'text', text: 'Let me see.' },
              { kind: 'tool_call', id: 'toolu_a', name: 'f', arguments: '{"x":1}' },
            ],
            finish: 'tool_calls',
          },
        ],
        usage,
      }
      expect(dialect.readAnswer(dialect.writeAnswer(answer, FACTS))).toEqual({ ...answer, usage: usageIn(name) })
    })

    test('a request', () => {
      // Gemini's format has no ids of calls and no users.
      const [id, more] = name === 'gemini' ? ['call_0', {}] : ['a', { user: 'u1' }]
      // The Responses API has no stop sequences, and its tools are strict by default.
      const isResponses = name === 'responses'
      const strict = isResponses ? { strict: false } : {}
      const request: ChatRequest = {
        system: [{ kind: 'text', text: 'Be brief.' }],
        turns: [
          {
            role: 'user',
            parts: [
              { kind: 'text', text: 'What is this?' },
              { kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } },
            ],
          },
          { role: 'assistant', parts: [{ kind: 'tool_call', id, name: 'f', arguments: '{"x":1}' }] },
          {
            role: 'user',
            parts: [
              { kind: 'tool_result', id, name: 'f', content: [{ kind: 'text', text: 'a cat' }] },
              { kind: 'text', text: 'Sure?' },
            ],
          },
        ],
        tools: [{ name: 'f', description: 'looks', parameters: { type: 'object', properties: {} }, ...strict }],
        toolChoice: { name: 'f' },
        stream: false,
        maxTokens: 50,
        temperature: 0.5,
        stop: isResponses ? [] : ['END'],
        ...more,
      }
      const written = dialect.writeRequest(request, name === 'gemini' ? 'gemini-2.5-flash' : 'claude-sonnet-4-5')
      const { echo, ...read } = dialect.readRequest(written, false)
      // Cohere's format cannot name the tool that must be called.
      expect(read).toEqual(name === 'cohere' ? { ...request, user: undefined, toolChoice: 'required' } : request)
      expect(echo !== undefined).toBe(isResponses)
    })

    test.each(USAGES[name] ?? [])('a usage with %j', (part) => {
      const told = { ...tokensUsed(10, 20), ...part }
      const answer: ChatAnswer = { choices: [{ parts: [{ kind: 'text', text: 'a' }], finish: 'stop' }], usage: told }
      expect(dialect.readAnswer(dialect.writeAnswer(answer, FACTS)).usage).toEqual(told)
    })

    test('an empty answer has a usage of nothing', () => {
      const written = dialect.writeAnswer({ choices: [{ parts: [], finish: 'stop' }], usage: undefined }, FACTS)
      const { choices, usage: read } = dialect.readAnswer(written)
      expect(read ?? NO_USAGE).toEqual(NO_USAGE)
      expect(choices).toEqual([{ parts: [], finish: 'stop' }])
    })
  })
}

/** The streamed content, independent of how it was split into events. */
function summary(events: readonly ChatEvent[]) {
  const calls: { name: string; json: string }[] = []
  const words = { text: '', reasoning: '' }
  let reason = ''
  for (const event of events) {
    if (event.kind === 'text' || event.kind === 'reasoning') words[event.kind] += event.text
    else if (event.kind === 'tool_call') calls[event.index] = { name: event.name, json: '' }
    else if (event.kind === 'finish') reason = event.reason
    else if (event.kind === 'arguments') {
      const call = calls[event.index]
      if (call) call.json += event.text
    }
  }
  return { ...words, calls, reason }
}
