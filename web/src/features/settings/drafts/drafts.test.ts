import { describe, expect, test } from 'bun:test'
import type { OptionKey } from '#contract/options.ts'
import { changedMeanwhile, type Draft, isChange, obstacleOf, sameValue, savingOrder, wantedText } from './drafts.ts'

const draftsOf = (all: Partial<Record<OptionKey, Partial<Draft>>>) =>
  new Map(Object.entries(all).map(([key, draft]) => [key as OptionKey, { text: '', base: '', ...draft }]))
const NONE = new Map<OptionKey, string>()

test('texts that mean the same are the same', () => {
  expect(sameValue('RetryTimes', '3', '03')).toBe(true)
  expect(sameValue('RetryTimes', '', '0')).toBe(false)
  expect(sameValue('ServerAddress', 'https://a.example/', 'https://a.example')).toBe(true)
  expect(sameValue('ModelRatio', '{"a":1}', '{\n  "a": 1.0\n}')).toBe(true)
  expect(sameValue('ModelRatio', '{"a":1}', '{"a":2}')).toBe(false)
  expect(sameValue('EmailDomainWhitelist', 'a.com, b.com', 'a.com,b.com')).toBe(true)
  expect(sameValue('SystemName', 'a', 'a ')).toBe(false)
})

test('what is typed back to the former value is no change; a secret always is one', () => {
  expect(isChange('RetryTimes', { text: '3', base: '3' })).toBe(false)
  expect(isChange('SMTPToken', { text: '', base: '' })).toBe(true)
  const lines = [{ name: 'a', value: 'x' }]
  expect(isChange('ModelRatio', { text: '{}', base: '{}', lines })).toBe(true)
})

describe('what keeps a draft from being sent', () => {
  const obstacle = (key: OptionKey, draft: Partial<Draft>, others: Parameters<typeof draftsOf>[0] = {}) =>
    obstacleOf(key, { text: '', base: '', ...draft }, NONE, draftsOf(others))

  test('is what the server would refuse', () => {
    expect(obstacle('RetryTimes', { text: '21' })).toMatchObject({ code: 'option_above_maximum' })
    expect(obstacle('RetryTimes', { text: '20' })).toBeNull()
  })

  test('is a wrong line of a table', () => {
    expect(obstacle('ModelRatio', { text: '{}', lines: [{ name: 'a', value: '' }] })).toBe('lines')
  })

  test('is a missing server address before payment, unless it comes along', () => {
    expect(obstacle('EpayId', { text: '1000' })).toBe('needsAddress')
    expect(obstacle('EpayId', { text: '1000' }, { ServerAddress: { text: 'https://a.example' } })).toBeNull()
  })
})

test('what a switch needs is saved before the switch', () => {
  const drafts = draftsOf({ GitHubOAuthEnabled: {}, GitHubClientSecret: {}, GitHubClientId: {}, RetryTimes: {} })
  expect(savingOrder(drafts)).toEqual(['RetryTimes', 'GitHubClientId', 'GitHubClientSecret', 'GitHubOAuthEnabled'])
})

test('an option that somebody else changed meanwhile is noticed', () => {
  const drafts = draftsOf({ Footer: { text: 'mine', base: 'old' }, About: { text: 'same', base: 'old' } })
  const texts = new Map<OptionKey, string>([
    ['Footer', 'theirs'],
    ['About', 'same'],
  ])
  expect(changedMeanwhile(texts, drafts)).toEqual(['Footer'])
  expect(changedMeanwhile(new Map([['Footer', 'old']]), drafts)).toEqual([])
})

test('an option is what was typed, else what is stored, else its default', () => {
  expect(wantedText('RetryTimes', NONE, new Map())).toBe('3')
  expect(wantedText('RetryTimes', new Map([['RetryTimes', '5']]), new Map())).toBe('5')
  expect(wantedText('RetryTimes', new Map([['RetryTimes', '5']]), draftsOf({ RetryTimes: { text: '7' } }))).toBe('7')
})
