import { beforeEach, expect, test } from 'bun:test'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'

let kept: Map<string, string>
let store: Storage
beforeEach(() => {
  kept = new Map()
  store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
})

const place = { key: 'channel:add', secrets: ['key'] }
const empty = { name: '', key: '', models: [] as string[], weight: 0 }

test('brings back what was typed and what it was typed over, without the secrets', () => {
  const edited = { ...empty, name: 'main', key: 'sk-very-secret', models: ['gpt-4o'] }
  saveDraft(place, { ...empty, name: 'old' }, edited, store)
  expect(loadDraft(place, { ...empty, name: 'newer' }, store)).toEqual({
    values: { ...empty, name: 'main', models: ['gpt-4o'] },
    base: { ...empty, name: 'old' },
  })
  expect([...kept.values()].join()).not.toContain('very-secret')
})

test('no draft, a dropped draft and a broken draft are all no draft', () => {
  expect(loadDraft(place, empty, store)).toBeNull()
  saveDraft(place, empty, { ...empty, name: 'x' }, store)
  dropDraft(place, store)
  expect(loadDraft(place, empty, store)).toBeNull()
  for (const text of ['{', 'null', '[]', '{"values":null}']) {
    kept.set('draft:channel:add', text)
    expect(loadDraft(place, empty, store)).toBeNull()
  }
})

test('values that the form of today cannot hold are dropped', () => {
  const values = { name: 'main', weight: '7', models: { a: 1 }, gone: true }
  kept.set('draft:channel:add', JSON.stringify({ values, base: values }))
  expect(loadDraft(place, empty, store)?.values).toEqual({ ...empty, name: 'main' })
})
