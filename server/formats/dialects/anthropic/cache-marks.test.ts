import { describe, expect, test } from 'bun:test'
import type { ChatRequest, Turn } from '../conversation.ts'
import { readRequest as readChat } from '../openai/read-request.ts'
import { writeRequest } from './write-request.ts'

const MODEL = 'claude-sonnet-4-5'
const caching = { automatic: true, inputTokens: 5000 }
const MARK = { type: 'ephemeral' }

interface Block {
  type: string
  cache_control?: object
}
interface Written {
  tools?: Block[]
  system?: string | Block[]
  messages: { role: string; content: Block[] }[]
}
const write = (request: ChatRequest, settings = { caching }, model = MODEL) =>
  writeRequest(request, model, settings) as Written

const said = (role: Turn['role'], text: string): Turn => ({ role, parts: [{ kind: 'text', text }] })
const tool = (name: string) => ({ name, parameters: { type: 'object' } })
const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  system: [{ kind: 'text', text: 'Be brief.' }],
  turns: [said('user', 'one'), said('assistant', 'two'), said('user', 'three')],
  tools: [tool('a'), tool('b')],
  stream: false,
  stop: [],
  ...more,
})

/** Returns the positions of cache markers, such as `tools.1` or `messages.0.0`. */
function marksOf({ tools = [], system = [], messages }: Written): string[] {
  const inList = (name: string, list: Block[]) =>
    list.flatMap((block, index) => (block.cache_control ? [`${name}.${index}`] : []))
  const blocks = typeof system === 'string' ? [] : system
  return [
    ...inList('tools', tools),
    ...inList('system', blocks),
    ...messages.flatMap(({ content }, index) => inList(`messages.${index}`, content)),
  ]
}

describe('marks for the cache', () => {
  test('end the tools, the instructions and the last two turns of the user', () => {
    const turns = [...request().turns, said('assistant', 'four'), said('user', 'five')]
    const written = write(request({ turns }))
    expect(marksOf(written)).toEqual(['tools.1', 'system.0', 'messages.2.0', 'messages.4.0'])
    expect(written.messages[4]?.content[0]?.cache_control).toEqual(MARK)
  })

  test('stand on what is written last of a turn, and never on what has no text', () => {
    const result = { kind: 'tool_result' as const, id: 'c', content: [{ kind: 'text' as const, text: 'sunny' }] }
    const call = { kind: 'tool_call' as const, id: 'c', name: 'a', arguments: '{}' }
    const turns: Turn[] = [
      said('user', 'one'),
      { role: 'assistant', parts: [call] },
      { role: 'user', parts: [result, { kind: 'text', text: 'and now?' }, { kind: 'text', text: ' ' }] },
    ]
    expect(marksOf(write(request({ turns, system: [] })))).toEqual(['tools.1', 'messages.0.0', 'messages.2.1'])
    const alone: Turn[] = [...turns.slice(0, 2), { role: 'user', parts: [result] }]
    expect(marksOf(write(request({ turns: alone, system: [] })))).toEqual(['tools.1', 'messages.0.0', 'messages.2.0'])
  })

  test.each<[string, Partial<ChatRequest>, number, boolean, string, boolean]>([
    ['a single question', { turns: [said('user', 'one')], tools: [] }, 5000, true, MODEL, false],
    ['a single question with tools', { turns: [said('user', 'one')] }, 5000, true, MODEL, true],
    ['a conversation', { tools: [] }, 5000, true, MODEL, true],
    ['a short conversation', { tools: [] }, 1000, true, MODEL, false],
    ['a conversation that its model does not keep', {}, 3000, true, 'claude-haiku-4-5', false],
    ['a conversation on a channel without', {}, 5000, false, MODEL, false],
    ['a question with a key', { turns: [said('user', 'one')], tools: [], cacheKey: 'k' }, 10, false, MODEL, true],
  ])('are set for %s or not', (_what, more, inputTokens, automatic, model, isMarked) => {
    const written = write(request(more), { caching: { automatic, inputTokens } }, model)
    expect(marksOf(written).length > 0).toBe(isMarked)
  })

  test('of a caller are left as they are', () => {
    const own = { type: 'ephemeral', ttl: '1h' }
    const written = write(request({ system: [{ kind: 'text', text: 'Be brief.', cacheControl: own }] }))
    expect(marksOf(written)).toEqual(['system.0'])
    const chat = readChat(
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'long', cache_control: MARK }] },
          { role: 'assistant', content: 'yes' },
          { role: 'user', content: 'so?' },
        ],
      },
      false,
    )
    expect(marksOf(write(chat))).toEqual(['messages.0.0'])
  })

  test('are not set where the caller could have', () => {
    expect(marksOf(writeRequest(request(), MODEL) as Written)).toEqual([])
  })
})

/** An agent's conversation with ten turns, which the chat client resends with every turn. */
function agentTurns(count: number): ChatRequest[] {
  const words = (name: string, length: number) => `${name} `.repeat(length)
  const messages: object[] = [
    { role: 'system', content: words('instruction', 1500) },
    { role: 'user', content: words('task', 100) },
  ]
  const tools = [{ type: 'function', function: { name: 'run', description: words('tool', 500), parameters: {} } }]
  return Array.from({ length: count }, (_, turn) => {
    const read = readChat({ messages: [...messages], tools }, false)
    const id = `call_${turn}`
    const call = { id, type: 'function', function: { name: 'run', arguments: '{"cmd":"ls"}' } }
    messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: id, content: words(`result ${turn}`, 200) })
    return read
  })
}

/**
 * Returns a request's blocks as texts, in the order in which the vendor's cache reads them, and the ends of marked
 * prefixes.
 */
function cachedOrder({ tools = [], system = [], messages }: Written) {
  const blocks = [...tools, ...(typeof system === 'string' ? [{ type: 'text', text: system }] : system)]
  const all: Block[] = [...blocks, ...messages.flatMap(({ role, content }) => content.map((one) => ({ role, ...one })))]
  return all.map(({ cache_control, ...block }) => ({
    text: JSON.stringify(block),
    isMarked: cache_control !== undefined,
  }))
}

test('the prompt of each turn begins with the same bytes as that of the turn before', () => {
  const orders = agentTurns(10).map((one) => cachedOrder(write(one)).map(({ text }) => text))
  for (const [turn, texts] of orders.entries()) {
    const before = orders[turn - 1] ?? []
    expect(texts.slice(0, before.length)).toEqual(before)
  }
})

/**
 * Returns the input cost of a conversation in plain input tokens, at a vendor that caches prefixes up to markers.
 */
function costOf(requests: Written[]): number {
  const kept = new Set<string>()
  let cost = 0
  for (const one of requests) {
    const order = cachedOrder(one)
    const prefixes = order.map((_, index) =>
      order
        .slice(0, index + 1)
        .map(({ text }) => text)
        .join('\n'),
    )
    const tokens = (from: number, to: number) => ((prefixes[to]?.length ?? 0) - (prefixes[from]?.length ?? 0)) / 4
    const marks = order.flatMap(({ isMarked }, index) => (isMarked ? [index] : []))
    const read = prefixes.findLastIndex((prefix) => kept.has(prefix))
    const written = Math.max(read, ...marks, -1)
    cost += 0.1 * tokens(-1, read) + 1.25 * tokens(read, written) + tokens(written, order.length - 1)
    for (const index of marks) kept.add(prefixes[index] ?? '')
  }
  return cost
}

test('the input of an agent of ten turns costs less than a third of what it costs without marks', () => {
  const turns = agentTurns(10)
  const withMarks = costOf(turns.map((one) => write(one)))
  const without = costOf(turns.map((one) => writeRequest(one, MODEL) as Written))
  expect(withMarks / without).toBeLessThan(1 / 3)
})
