import { expect, test } from 'bun:test'
import { otherProblem } from '../channel-rules.ts'
import { channelType, channelTypes, serves } from './all.ts'

test('every type has a number of its own, and the first that is offered is OpenAI', () => {
  const ids = channelTypes.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(channelTypes[0]?.name.en).toBe('OpenAI')
})

test.each(channelTypes.map((type) => [type.id, type] as const))('type %d is whole', (_, type) => {
  const { baseUrl, fields, paths = {}, models, operations, key, body = {} } = type
  // Some addresses follow from a region.
  const hasRegion = key.parts.some(({ name }) => name === 'region') || /region/i.test(fields.other?.label.en ?? '')
  expect(baseUrl !== '' || hasRegion || fields.base_url !== 'optional').toBe(true)
  if (baseUrl) expect(baseUrl).toMatch(/^https?:\/\/[^?#]+[^/?#]$/)
  for (const path of Object.values(paths)) expect(path).toStartWith('/')
  // A path of an unsupported operation would be a mistake.
  for (const name of Object.keys(paths)) expect([...(operations ?? []), 'models'] as string[]).toContain(name)
  expect(new Set(models).size).toBe(models.length)
  expect(key.parts.length > 1).toBe(key.separator !== '')
  for (const [least, most] of Object.values(body.limits ?? {})) expect(least).toBeLessThan(most)
  if (fields.other?.initial) expect(otherProblem(fields.other, fields.other.initial)).toBeUndefined()
})

test('a further field is checked by the rule of its type', () => {
  const problem = (type: number, text: string) => otherProblem(channelType(type)?.fields.other, text)
  expect(problem(1, 'anything')).toBeUndefined()
  expect([problem(3, ''), problem(3, ' 2024-10-21 '), problem(3, 'v1')]).toEqual([undefined, undefined, undefined])
  expect(problem(3, '2024-10')).toBe('channel_api_version_invalid')
  expect(problem(39, ' ')).toBe('channel_account_id_required')
  expect(problem(39, 'a/../b')).toBe('channel_account_id_invalid')
  expect(problem(17, '{"a":{}}')).toBeUndefined()
  expect(problem(17, '插件')).toBe('channel_plugin_invalid')
})

test('a type serves what it names, or everything', () => {
  expect([serves(1, 'moderations'), serves(38, 'embeddings'), serves(38, 'chat')]).toEqual([true, true, false])
  expect(serves(999, 'chat')).toBe(true)
})
