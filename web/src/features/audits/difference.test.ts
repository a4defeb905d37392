import { describe, expect, test } from 'bun:test'
import { changesBetween } from './difference.ts'

const between = (before: unknown, after: unknown) =>
  changesBetween(before === undefined ? '' : JSON.stringify(before), after === undefined ? '' : JSON.stringify(after))
const value = (path: string[], before: unknown, after: unknown) => ({ kind: 'value' as const, path, before, after })

describe('fields', () => {
  test('only those that differ', () => {
    expect(between({ role: 1, status: 1 }, { role: 10, status: 1 })).toEqual([value(['role'], 1, 10)])
    expect(between({ a: 1 }, { a: 1 })).toEqual([])
  })

  test('also those that only one side has', () => {
    expect(between({ quota: 5 }, { quota: 8, reason: 'gift' })).toEqual([
      value(['quota'], 5, 8),
      value(['reason'], undefined, 'gift'),
    ])
  })

  test('of what came or went, those that say something', () => {
    const record = { name: 'main', models: 'a,b', other: '', weight: 0, mapping: '{}', list: [], base: null }
    expect(between(undefined, record)).toEqual([
      value(['name'], undefined, 'main'),
      value(['models'], undefined, 'a,b'),
    ])
    expect(between({ name: 'main', weight: 0 }, undefined)).toEqual([value(['name'], 'main', undefined)])
  })
})

test('a plain value is told as the whole', () => {
  expect(between('true', 'false')).toEqual([value([], 'true', 'false')])
  expect(between('', 'set')).toEqual([value([], '', 'set')])
})

test('JSON inside of a text is compared by its entries', () => {
  expect(between('{"default":1,"vip":1}', '{"default":1,"vip":2,"svip":3}')).toEqual([
    value(['vip'], 1, 2),
    value(['svip'], undefined, 3),
  ])
  expect(between({ model_mapping: '{"a":"b"}' }, { model_mapping: '{"a":"c"}' })).toEqual([
    value(['model_mapping', 'a'], 'b', 'c'),
  ])
  expect(between({ model_mapping: '' }, { model_mapping: '{"a":"c"}' })).toEqual([
    value(['model_mapping', 'a'], undefined, 'c'),
  ])
})

test('lists are told by who left and who came', () => {
  expect(between({ models: 'a,b,c' }, { models: 'b,c,d,e' })).toEqual([
    { kind: 'list', path: ['models'], removed: ['a'], added: ['d', 'e'] },
  ])
  expect(between({ models: 'a' }, { models: 'a,b' })).toEqual([
    { kind: 'list', path: ['models'], removed: [], added: ['b'] },
  ])
  expect(between([1, 2], [2])).toEqual([{ kind: 'list', path: [], removed: ['1'], added: [] }])
})

test('another order of a list, and sentences with commas, are plain values', () => {
  expect(between({ models: 'a,b' }, { models: 'b,a' })).toEqual([value(['models'], 'a,b', 'b,a')])
  expect(between('Hello, world', 'Hello, you')).toEqual([value([], 'Hello, world', 'Hello, you')])
})

test('a text that is no JSON stays a text', () => {
  expect(changesBetween('{oops', '')).toEqual([value([], '{oops', undefined)])
  expect(between('{not json', '{"a":1}')).toEqual([value([], '{not json', '{"a":1}')])
})
