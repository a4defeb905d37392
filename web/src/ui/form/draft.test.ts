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

test('brings back what was typed, without the secrets', () => {
  saveDraft(place, { ...empty, name: 'main', key: 'sk-very-secret', models: ['gpt-4o'] }, store)
  expect(loadDraft(place, empty, store)).toEqual({ ...empty, name: 'main', models: ['gpt-4o'] })
  expect([...kept.values()].join()).not.toContain('very-secret')
})

test('no draft, a dropped draft and a broken draft are all no draft', () => {
  expect(loadDraft(place, empty, store)).toBeNull()
  saveDraft(place, { ...empty, name: 'x' }, store)
  dropDraft(place, store)
  expect(loadDraft(place, empty, store)).toBeNull()
  kept.set('draft:channel:add', '{')
  expect(loadDraft(place, empty, store)).toBeNull()
})

test('values that the form of today cannot hold are dropped', () => {
  kept.set('draft:channel:add', JSON.stringify({ name: 'main', weight: '7', models: { a: 1 }, gone: true }))
  expect(loadDraft(place, empty, store)).toEqual({ ...empty, name: 'main' })
})
