import { expect, test } from 'bun:test'
import { codexModel } from './codex-models.ts'

test.each([
  ['gpt-5.1', ['none', 'low', 'medium', 'high'], 'medium'],
  ['claude-sonnet-4-6', ['low', 'medium', 'high'], 'medium'],
  ['claude-sonnet-4-5', [], undefined],
  ['unknown', ['low', 'medium', 'high'], 'medium'],
])('%s has the efforts %j in the list of Codex', (name, efforts, usual) => {
  const { supported_reasoning_levels, default_reasoning_level, ...rest } = codexModel(name, 3) as {
    supported_reasoning_levels: { effort: string }[]
    default_reasoning_level?: string
  }
  expect(supported_reasoning_levels.map(({ effort }) => effort)).toEqual(efforts)
  expect(default_reasoning_level).toBe(usual)
  expect(rest).toMatchObject({
    slug: name,
    display_name: name,
    visibility: 'list',
    supported_in_api: true,
    priority: 3,
  })
})
