import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NAV_ICONS } from './nav-icons.ts'

const ROUTES = join(import.meta.dirname, '../../routes')

const sources = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(join(ROUTES, file), 'utf8'))
  .filter((source) => /\bnav: \{/.test(source))

test('no two pages answer to the same key', () => {
  const keys = sources.flatMap((source) => /\bkey: '(\w)'/.exec(source)?.[1] ?? [])
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted())
})

test('every page of the navigation has its own icon, and no icon is left over', () => {
  const named = sources.map((source) => /\bname: '(\w+)'/.exec(source)?.[1] ?? '')
  expect(Object.keys(NAV_ICONS).toSorted()).toEqual(named.toSorted())
  expect(new Set(Object.values(NAV_ICONS)).size).toBe(named.length)
})
