import { expect, test } from 'bun:test'
import { findLines, importsOf, type Source, sources } from './sources.ts'

test('imports are read in every form that the code uses', () => {
  const text = `import './side-effect.ts'
import type { A } from '#contract/a.ts'
import b, {
  type B,
} from '../b.ts'
export { c } from 'package/c'
export type D = string
export const e = () => import('./e.ts')
`
  expect(importsOf('server/calls/relay/file.ts', text)).toEqual([
    { specifier: './side-effect.ts', target: 'server/calls/relay/side-effect.ts', typeOnly: false, late: false },
    { specifier: '#contract/a.ts', target: 'contract/a.ts', typeOnly: true, late: false },
    { specifier: '../b.ts', target: 'server/calls/b.ts', typeOnly: false, late: false },
    { specifier: 'package/c', target: 'package/c', typeOnly: false, late: false },
    { specifier: './e.ts', target: 'server/calls/relay/e.ts', typeOnly: false, late: true },
  ])
})

test('what a comment says is not code', () => {
  const lines = ['/** fetch(url) */', ' * fetch(url)', 'await fetch(url) // now', 'const a = 1 // fetch(url)']
  const source: Source = { path: 'a.ts', lines, imports: [], isTest: false }
  expect(findLines([source], /fetch\(/)).toEqual(['a.ts:3  await fetch(url) // now'])
})

test('the whole repository is seen', () => {
  const paths = sources.map(({ path }) => path)
  expect(paths).toContain('server/calls/relay/relay.ts')
  expect(paths).toContain('web/src/main.tsx')
  expect(paths).toContain('contract/prices/price.ts')
})

test('tests beside the code are no code of the product', () => {
  const kinds = sources.filter(({ path }) => /\.(?:test\.tsx?|dom\.tsx)$/.test(path))
  expect(kinds.some(({ path }) => path.endsWith('.dom.tsx'))).toBe(true)
  expect(kinds.filter(({ isTest }) => !isTest)).toEqual([])
})
