import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLACES } from '#web/features/settings/options/sections.ts'
import { openTab } from './nav.ts'
import { ADMIN_SECTIONS, BAR, OWN_SECTIONS, pagesOf, TOP_BAR } from './sections.ts'

const ROUTES = join(import.meta.dirname, '../../routes')
const MENU = [...OWN_SECTIONS, ...ADMIN_SECTIONS]

const sources = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(join(ROUTES, file), 'utf8'))
  .filter((source) => /\bnav: \{/.test(source))

test('no two pages answer to the same key', () => {
  const keys = sources.flatMap((source) => /\bkey: '(\w)'/.exec(source)?.[1] ?? [])
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted())
})

test('every page of the navigation is in the menu or in the top bar, and nothing else is', () => {
  const named = sources.map((source) => /\bname: '(\w+)'/.exec(source)?.[1] ?? '')
  const placed = new Set<string>([...TOP_BAR, ...MENU.flatMap(({ tabs }) => tabs.flatMap(pagesOf))])
  expect([...placed].toSorted()).toEqual(named.toSorted())
})

test('nobody sees more than twelve sections, each with an icon of its own', () => {
  const seenBy = (who: 'member' | 'root') => MENU.filter(({ only }) => !(who === 'root' && only === 'member'))
  expect(seenBy('root').length).toBeLessThanOrEqual(12)
  expect(new Set(MENU.map(({ icon }) => icon)).size).toBe(MENU.length)
  for (const names of Object.values(BAR)) expect(names).toHaveLength(4)
})

const entries = [
  { name: 'home', to: '/' },
  { name: 'chat', to: '/chat' },
  { name: 'price', to: '/price' },
  { name: 'priceSync', to: '/price/sync' },
  { name: 'margin', to: '/margin' },
  { name: 'models', to: '/models/' },
  { name: 'move', to: '/move' },
  { name: 'setting', to: '/setting' },
] as const

test.each([
  ['/price', {}, 'price'],
  ['/price/sync', {}, 'priceSync'],
  ['/price/sync/8', {}, 'priceSync'],
  ['/margin', { by: 'model' }, 'margin'],
  ['/margin', { view: 'bills', bill: 3 }, 'bills'],
  ['/chat/0', {}, 'chat'],
  ['/models', {}, 'models'],
  ['/models/a/b', {}, 'models'],
  ['/move', {}, 'configuration'],
  ['/setting', {}, 'personal'],
  ['/setting', { tab: 'system', section: 'smtp' }, 'system'],
  ['/chat2link', {}, undefined],
  ['/', {}, undefined],
] as const)('%s with %p opens the tab %p', (pathname, search, label) => {
  expect(openTab(entries, pathname, search)?.label).toBe(label as never)
})

test('the gear of each page leads to a section of the settings', () => {
  const named = MENU.flatMap(({ tabs }) => tabs.flatMap(({ settings }) => settings ?? []))
  expect(named.filter((place) => !PLACES.some((known) => known === place))).toEqual([])
})
