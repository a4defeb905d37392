import { expect, test } from 'bun:test'
import { options } from '#contract/options.ts'
import { addGatewayTexts } from '#web/lib/gateway-texts.ts'
import ownEn from '#web/locales/en/options.json'
import ownZh from '#web/locales/zh/options.json'
import { isWide, keysOf, OPTION_KEYS, PLACES, pageOf, placeOf, tabOf, unitOf } from './sections.ts'

const zh = addGatewayTexts(ownZh, 'zh')
const en = addGatewayTexts(ownEn, 'en')

test('every option has a place, and every place has options or a page', () => {
  expect(OPTION_KEYS.filter((key) => placeOf(key) === undefined)).toEqual([])
  expect(PLACES.filter((place) => keysOf(place).length === 0 && !pageOf(place))).toEqual([])
  expect(PLACES.flatMap(keysOf).sort()).toEqual([...OPTION_KEYS].sort())
})

test('every option has a label and a line about its effect, and there are no words for what is gone', () => {
  for (const words of [zh, en]) expect(Object.keys(words.option).sort()).toEqual([...OPTION_KEYS].sort())
})

test('every section has a title', () => {
  for (const words of [zh, en]) {
    const named = Object.entries(words.section).flatMap(([tab, all]) => Object.keys(all).map((id) => `${tab}.${id}`))
    expect(named.sort()).toEqual([...PLACES].sort())
  }
})

test('a place is on the tab that the contract says', () => {
  for (const key of OPTION_KEYS) expect(tabOf(placeOf(key)!)).toBe(options[key].tab)
})

test('maps take the whole width, numbers tell their unit', () => {
  expect([isWide('ModelRatio'), isWide('Chats'), isWide('RetryTimes')]).toEqual([true, true, false])
  expect([unitOf('DataExportInterval'), unitOf('SMTPPort')]).toEqual(['minutes', undefined])
})
