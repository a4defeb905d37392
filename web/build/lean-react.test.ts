import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { leanReactCode } from './lean-react.ts'

const react = readFileSync(
  new URL('../../node_modules/react-dom/cjs/react-dom-client.production.js', import.meta.url),
  'utf8',
)
const lean = leanReactCode(react, parseAst(react))

const inBoth = (text: string) => [react.includes(text), lean.includes(text)]

test('nothing is left that takes over what a server drew', () => {
  expect(inBoth('exports.hydrateRoot = ')).toEqual([true, false])
  expect(inBoth('(isHydrating = !0)')).toEqual([true, false])
  expect(react.match(/popHydrationState\(\w+\)/g)).toHaveLength(7)
  expect(lean.match(/popHydrationState\(\w+\)/g)).toHaveLength(1)
})

test('an input keeps its own parameter of the same name', () => {
  expect(inBoth('element.checked = isHydrating ? element.checked : !!checked')).toEqual([true, true])
})

test('view transitions are empty, and what draws a page is whole', () => {
  expect(/^function startViewTransition\([^)]*\) \{\}$/m.test(lean)).toBe(true)
  for (const name of ['commitMutationEffectsOnFiber', 'updateSuspenseComponent', 'createRoot'])
    expect(inBoth(name)).toEqual([true, true])
})

test('the reference of a fragment has no methods, and a root has its own', () => {
  expect(inBoth('FragmentInstance.prototype.focus = ')).toEqual([true, false])
  expect(inBoth('ReactDOMRoot.prototype.render =')).toEqual([true, true])
})

test('no page uses what is left out', () => {
  const files = new Bun.Glob('**/*.tsx').scanSync({ cwd: new URL('../src', import.meta.url).pathname, absolute: true })
  const users = [...files].filter((file) =>
    /ViewTransition|hydrateRoot|<Fragment[^>]* ref=/.test(readFileSync(file, 'utf8')),
  )
  expect(users).toEqual([])
})
