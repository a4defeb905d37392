import { test } from 'bun:test'
import { loadedWith } from './loaded-with.ts'
import { expectNone, findLines, sources } from './sources.ts'

const loaded = loadedWith(
  'test/playwright.config.ts',
  ...sources.flatMap(({ path }) => (path.startsWith('test/e2e/') ? [path] : [])),
)

test('browser tests and what they load run under Node', () => {
  const imported = [...loaded]
    .filter(([path]) => /^bun(?::|$)/.test(path))
    .map(([path, from]) => `${from} imports ${path}`)
  const used = findLines(
    sources.filter(({ path }) => loaded.has(path)),
    /\bBun\.|\bimport\.meta\.(?:dir|path|main)\b/,
  )
  expectNone(
    [...imported, ...used],
    'Playwright runs them under Node, which has no Bun. Use what both have, of node:*:',
  )
})
