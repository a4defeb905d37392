import { describe, expect, test } from 'bun:test'
import { anthropic } from '../anthropic/dialect.ts'
import type { JsonObject } from '../conversation.ts'
import { writeRequest } from './write-request.ts'

/** Returns the request to OpenAI for a request in Anthropic's format. */
const asked = (request: JsonObject, model = 'gpt-4o') =>
  writeRequest(
    anthropic.readRequest({ max_tokens: 9, messages: [user('hi')], ...request }, request.stream === true),
    model,
  ) as JsonObject & { messages: JsonObject[] }
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (...content: unknown[]) => ({ role: 'assistant', content })
const text = (words: string) => ({ type: 'text', text: words })
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: { x: 1 } })
const thinking = (words: string, signature = '') => ({ type: 'thinking', thinking: words, signature })
const result = (id: string, ...content: unknown[]) => ({ type: 'tool_result', tool_use_id: id, content })
const budget = (budget_tokens: number) => ({ thinking: { type: 'enabled', budget_tokens } })
const effort = (effort: string) => ({ thinking: { type: 'adaptive' }, output_config: { effort } })

describe('how much to think', () => {
  test.each<[string, JsonObject, string | undefined]>([
    ['gpt-4o', budget(16_000), undefined],
    ['gpt-4.1-mini', effort('high'), undefined],
    ['gpt-35-turbo', effort('high'), undefined],
    ['gpt-oss-120b', effort('high'), 'high'],
    ['chatgpt-4o-latest', effort('high'), undefined],
    ['gpt-5-chat-latest', effort('high'), undefined],
    ['o3', budget(16_000), 'high'],
    ['o3', effort('max'), 'high'],
    ['o4-mini', { thinking: { type: 'disabled' } }, 'low'],
    ['gpt-5', { thinking: { type: 'disabled' } }, 'minimal'],
    ['gpt-5-mini', effort('xhigh'), 'high'],
    ['gpt-5-pro', effort('low'), 'high'],
    ['gpt-5.1', { thinking: { type: 'disabled' } }, 'none'],
    ['gpt-5.1', effort('max'), 'high'],
    ['gpt-5.2', effort('max'), 'xhigh'],
    ['gpt-5.2', budget(1024), 'low'],
    ['deepseek-v4-pro', effort('max'), 'max'],
    ['glm-4.7', { thinking: { type: 'disabled' } }, 'none'],
    ['gpt-5', {}, undefined],
  ])('%s asked with %j', (model, request, expected) =>
    expect(asked(request, model).reasoning_effort).toBe(expected as never),
  )
})

describe('models that think', () => {
  const tuned = { temperature: 0.2, top_p: 0.5 }
  test.each(['o3', 'gpt-5', 'gpt-5-mini'])('%s gets no sampling, and a limit by its own name', (model) => {
    expect(asked(tuned, model)).toEqual({ model, max_completion_tokens: 9, messages: [user('hi')] })
  })
  test.each(['gpt-4o', 'gpt-35-turbo', 'deepseek-v4-pro'])('%s is none of them', (model) => {
    expect(asked(tuned, model)).toMatchObject({ max_tokens: 9, ...tuned })
  })
  test('may be sampled when they do not', () => {
    expect(asked(tuned, 'gpt-5.2')).toMatchObject(tuned)
    expect(asked({ ...tuned, ...effort('low') }, 'gpt-5.2')).not.toHaveProperty('temperature')
  })
})

describe('what was thought', () => {
  const messages = [user('hi'), assistant(thinking('Hm.'), text('Well.'), use('a')), user([result('a', text('ok'))])]
  const sent = (model: string, more = messages) => asked({ messages: more }, model).messages[1]
  test.each(['deepseek-chat', 'kimi-k2-thinking', 'deepseek-v4-pro'])(
    'goes back to %s with its tool calls',
    (model) => {
      expect(sent(model)).toMatchObject({ content: 'Well.', reasoning_content: 'Hm.' })
    },
  )
  test.each(['gpt-5', 'mistral-large-latest'])('is left out for %s', (model) => {
    expect(sent(model)).not.toHaveProperty('reasoning_content')
  })
  test('is said to be nothing where that is wanted, and left out of turns without calls', () => {
    const unthought = [user('hi'), assistant(use('a')), user([result('a', text('ok'))])]
    expect(sent('deepseek-v4-flash', unthought)).toMatchObject({ reasoning_content: '' })
    expect(sent('deepseek-chat', unthought)).not.toHaveProperty('reasoning_content')
    expect(sent('deepseek-v4-pro', [user('hi'), assistant(thinking('Hm.'), text('a')), user('b')])).toEqual({
      role: 'assistant',
      content: 'a',
    })
  })
})

test.each<[string, number, number]>([
  ['kimi-k2', 400, 400],
  ['own-name', 64, 64],
  ['gpt-4o', 64, 64],
  ['gpt-4o', 65, 64],
])('%s gets an id of %d characters as one of %d', (model, given, written) => {
  const id = 'x'.repeat(given)
  const messages = [user('hi'), assistant(use(id)), user([result(id, text('ok'))])]
  const [, called, told] = asked({ messages }, model).messages
  expect(told?.tool_call_id).toBe((called?.tool_calls as JsonObject[] | undefined)?.[0]?.id)
  expect(told?.tool_call_id).toHaveLength(written)
})

test('a name that is longer than any that is taken is left out', () => {
  const named = (user_id: string) => asked({ metadata: { user_id } }).user
  expect([named('u1'), named('u'.repeat(64)), named('u'.repeat(65))]).toEqual(['u1', 'u'.repeat(64), undefined])
})

test('ids of tool calls are as Mistral takes them: the same for a call and its result, its own as they are', () => {
  const sent = (id: string, model: string) => {
    const messages = [user('hi'), assistant(use(id)), user([result(id, text('ok'))])]
    const [, calling, answering] = asked({ messages }, model).messages
    const called = (calling?.tool_calls as { id: string }[] | undefined)?.[0]?.id
    expect(answering?.tool_call_id).toBe(called as string)
    return called ?? ''
  }
  const ids = ['call_0', 'call_1', 'call_10', 'toolu_01BsomeLongOne', 'toolu_01BsomeLongTwo', 'ä', '']
  const written = ids.map((id) => sent(id, 'mistral-large-latest'))
  expect(written.filter((id) => !/^[a-z0-9]{9}$/.test(id))).toEqual([])
  expect(new Set(written).size).toBe(ids.length)
  expect(sent('gSIMJiOkT', 'codestral-latest')).toBe('gSIMJiOkT')
  expect(sent('call_0', 'gpt-4o')).toBe('call_0')
})
