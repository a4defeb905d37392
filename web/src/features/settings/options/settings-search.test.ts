import { expect, test } from 'bun:test'
import { parseSettingsSearch } from './settings-search.ts'

test('what is left out is undefined by name, or the router would keep it', () => {
  expect(Object.keys(parseSettingsSearch({ tab: 'personal' }))).toContain('tab')
})

test('an address names a tab and what is looked for; anything else is left out', () => {
  expect(parseSettingsSearch({ tab: 'system', q: 'smtp' })).toEqual({ tab: 'system', q: 'smtp' })
  expect(parseSettingsSearch({ tab: 'system', q: 465 })).toEqual({ tab: 'system', q: '465' })
  expect(parseSettingsSearch({ tab: 'personal', q: 'smtp' })).toEqual({})
  expect(parseSettingsSearch({ tab: 'nonsense', q: ' ', other: 1 })).toEqual({})
})
