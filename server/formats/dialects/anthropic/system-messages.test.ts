import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../conversation.ts'
import { readChat } from '../read-chat.ts'
import { anthropic } from './dialect.ts'
import { withOwnState } from './own-state.ts'

const user = { role: 'user', content: 'a' }
const answer = { role: 'assistant', content: 'b' }
const system = (content: unknown, more: JsonObject = {}) => ({ role: 'system', content, ...more })
const tool = (name: string, more: JsonObject = {}) => ({ name, input_schema: { type: 'object' }, ...more })
const added = (change: JsonObject) => system([{ type: 'tool_addition', tool: change }])
const read = (messages: unknown[], more: JsonObject = {}) =>
  readChat(anthropic, { model: 'm', max_tokens: 9, messages, ...more }, false)
const toolsOf = (messages: unknown[], tools: unknown[] = []) => read(messages, { tools }).tools.map(({ name }) => name)

describe('a tool', () => {
  test('that is named later is offered', () => {
    const change = added({ type: 'tool_reference', name: 'f' })
    expect(toolsOf([user, change], [tool('f', { defer_loading: true })])).toEqual(['f'])
    expect(read([user, change], { tools: [tool('f')] }).turns).toHaveLength(1)
  })

  test('that is defined later is offered', () => {
    expect(toolsOf([user, added({ type: 'tool_definition', definition: tool('g') })], [tool('f')])).toEqual(['f', 'g'])
  })

  test('that is withdrawn is not offered, unless it is added again', () => {
    const removed = system([{ type: 'tool_removal', tool: { type: 'tool_reference', name: 'f' } }])
    expect(toolsOf([user, removed], [tool('f'), tool('g')])).toEqual(['g'])
    expect(toolsOf([user, removed, answer, user, added({ type: 'tool_reference', name: 'f' })], [tool('f')])).toEqual([
      'f',
    ])
  })

  test('that a summary still knows is offered', () => {
    const change = { type: 'tool_addition', tool: { type: 'tool_definition', definition: tool('g') } }
    const summary = { type: 'compaction', content: 's', tool_changes: [change] }
    expect(toolsOf([{ role: 'assistant', content: [summary] }, user])).toEqual(['g'])
  })
})

describe('an effort', () => {
  const low = system([], { output_config: { effort: 'low' } })
  const high = { output_config: { effort: 'high' } }
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] }
  const called = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] }
  test.each([
    ['behind a question holds for its answer', [user, low], 'low'],
    ['before a question holds for its answer', [user, answer, low, user], 'low'],
    ['behind results holds from the next question on', [user, called, result, low], 'high'],
    ['holds until it is changed', [user, low, answer, user, answer, user], 'low'],
  ] as const)('%s', (_, messages, effort) => {
    expect(read([...messages], high).reasoning).toEqual({ effort })
  })
})

test('a message that is cleared by the next user message is not shown after it', () => {
  const once = system('once', { clear_at: 'next_user_message' })
  expect(read([user, once]).turns).toHaveLength(2)
  expect(JSON.stringify(read([user, once, answer, user]).turns)).not.toContain('once')
})

describe('a request that passes', () => {
  const request = {
    system: 's',
    tools: [tool('f', { defer_loading: true })],
    messages: [
      user,
      system([{ type: 'text', text: 'inside', cache_control: { type: 'ephemeral' } }], {
        output_config: { effort: 'low' },
      }),
      answer,
      user,
      added({ type: 'tool_reference', name: 'f' }),
    ],
  }

  test('to a model that takes system messages stays as it is', () => {
    for (const model of ['claude-opus-4-8', 'claude-sonnet-5-5', 'anthropic/claude-fable-5.1'])
      expect(withOwnState(request, model)).toBe(request)
  })

  test('to an older one has marked texts, the tools and the effort in their place', () => {
    const text = '<system>\ninside\n</system>'
    const written = {
      system: 's',
      tools: [tool('f')],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text, cache_control: { type: 'ephemeral' } },
          ],
        },
        answer,
        user,
      ],
    }
    expect(withOwnState(request, 'claude-sonnet-4-6')).toEqual({ ...written, output_config: { effort: 'low' } })
    for (const model of ['claude-haiku-4-5', 'claude-3-5-sonnet-latest'])
      expect(withOwnState(request, model)).toEqual(written)
  })

  test('keeps instructions at the front there', () => {
    const { messages, system: first } = withOwnState({ messages: [system('x'), user] }, 'claude-3-haiku-20240307')
    expect({ messages, first }).toEqual({ messages: [user], first: [{ type: 'text', text: 'x' }] })
  })
})
