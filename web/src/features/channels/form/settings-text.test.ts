import { expect, test } from 'bun:test'
import { channelSettings } from '#contract/api/channels.ts'
import { newSettings, readSettings, writeSettings } from './settings-text.ts'

test('defaults are no text, and no text is defaults', () => {
  expect(writeSettings(newSettings, '')).toBe('')
  for (const text of ['', '{', 'null', '[1]', '{"idle_timeout":"9"}']) expect(readSettings(text)).toEqual(newSettings)
})

test('what is set survives the way there and back, and the contract accepts it', () => {
  const switches = { service_tiers: true, fit_parameters: false, prompt_caching: false }
  const set = { abort_policy: 'drain' as const, drain_seconds: 5, idle_timeout: 30, ...switches }
  const values = { ...newSettings, ...set, service_tiers: 'allow' as const }
  const text = writeSettings(values, '')
  expect(JSON.parse(text)).toEqual(set)
  expect(channelSettings.safeParse(JSON.parse(text)).success).toBe(true)
  expect(readSettings(text)).toEqual(values)
})

test('tiers are refused where it is set', () => {
  const text = writeSettings({ ...newSettings, service_tiers: 'refuse' }, '')
  expect(JSON.parse(text)).toEqual({ service_tiers: 'refuse' })
  expect(channelSettings.safeParse(JSON.parse(text)).success).toBe(true)
  expect(readSettings(text).service_tiers).toBe('refuse')
})

test('the drain time goes with its policy', () => {
  expect(writeSettings({ ...newSettings, drain_seconds: 5 }, '')).toBe('')
})

test('entries of another version are kept, cleared ones are not', () => {
  const text = writeSettings(newSettings, '{"future":{"x":1},"idle_timeout":30}')
  expect(JSON.parse(text)).toEqual({ future: { x: 1 } })
})
