import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagesIn } from './page-list.ts'

test('the pages of the console are read from its route tree', () => {
  const pages = pagesIn(readFileSync(join(import.meta.dirname, '../src/routeTree.gen.ts'), 'utf8'))
  expect(pages).toContain('/')
  expect(pages).toContain('/channel/edit/$id')
  expect(pages).toContain('/models/$')
  expect(pages).not.toContain('/nowhere')
})
