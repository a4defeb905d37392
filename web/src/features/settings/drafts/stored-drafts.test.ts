import { expect, test } from 'bun:test'
import { changedMeanwhile, type Drafts, type Texts } from './drafts.ts'
import { rememberDrafts, rememberedDrafts } from './stored-drafts.ts'

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}

test('a remembered change still knows what it is a change of, so that another one in between is noticed', () => {
  const store = memory()
  rememberDrafts(new Map([['RetryTimes', { text: '7', base: '3' }]]) as Drafts, store)
  const now: Texts = new Map([
    ['RetryTimes', '5'],
    ['Footer', ''],
  ])
  const drafts = rememberedDrafts(now, store)
  expect(drafts).toEqual([['RetryTimes', { text: '7', base: '3' }]])
  expect(changedMeanwhile(now, new Map(drafts))).toEqual(['RetryTimes'])
})

test('what the server has by now is no change any more, and secrets are not remembered', () => {
  const store = memory()
  rememberDrafts(
    new Map([
      ['RetryTimes', { text: '7', base: '3' }],
      ['SMTPToken', { text: 'secret', base: '' }],
    ]) as Drafts,
    store,
  )
  expect(rememberedDrafts(new Map([['RetryTimes', '7']]), store)).toEqual([])
})
