import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPages } from './page-list.ts'

const tree = readFileSync(join(import.meta.dirname, '../src/routeTree.gen.ts'), 'utf8')
const chunk = (name: string, module: string, imports: string[] = []) => ({
  fileName: name,
  imports,
  isEntry: name === 'main',
  moduleIds: [`/web/src/${module}`],
})
const page = (name: string, route: string, imports: string[] = []) =>
  chunk(name, `routes/${route}.tsx?tsr-split=component`, ['main', ...imports])

test('the addresses of pages are read from the route tree, and their files from what the build wrote', () => {
  const list = listPages(tree, [
    chunk('main', 'main.tsx', ['vendor']),
    chunk('vendor', 'react.js'),
    chunk('frame', 'console-parts.ts', ['vendor', 'shared']),
    chunk('shared', 'ui/table.ts', ['vendor']),
    page('home', 'index'),
    page('model', 'models.$', ['shared']),
    page('list', '_console/channel', ['shared']),
    page('edit', '_console/channel/edit.$id'),
    page('object', '_console/channel_.$id'),
    page('rule', '_console/alerts_.setup/rule.$id'),
  ])
  expect(list.frame).toEqual(['frame', 'shared'])
  expect(list.visitors).toMatchObject({ '/': ['home'], '/models/$': ['model', 'shared'], '/model/$': [] })
  expect(list.members).toMatchObject({
    '/channel': ['list', 'shared'],
    '/channel/edit/$id': ['list', 'edit', 'shared'],
    '/channel/$id': ['object'],
    '/alerts/setup/rule/$id': ['rule'],
  })
  expect(list.members['/nowhere']).toBeUndefined()
})
