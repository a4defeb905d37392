import { expect, test } from 'bun:test'
import { withModuleGraph } from './module-graph.ts'
import { type Arrow, arrowsBelow, cycleIn, levelsOf, partOf } from './modules.ts'
import { ROOT, type Source, sources } from './sources.ts'

const FOLDERS = ['server', 'contract', 'web/src/features']
/** Folders of the console whose sub-folders stand on one another in one direction. */
const LAYERED = ['web/src/ui', 'web/src/ui/table', 'web/src/ui/form', 'web/src/lib', ...layeredFeatures()]
const ADVICE = 'Move what both need into a module below them, or pass it in as an argument. The path of one cycle:'

test.each(FOLDERS)('no module of %s imports another that imports it, by whatever way', (folder) => {
  expectNoCycle(arrowsBelow(folder, sources))
})

test.each(LAYERED)('no sub-folder of %s imports another that imports it, by whatever way', (folder) => {
  expectNoCycle(arrowsBelow(folder, sources, partOf(folder)))
})

test('docs/architecture.md has the graph of the modules as it is', async () => {
  const page = await Bun.file(`${ROOT}/docs/architecture.md`).text()
  if (withModuleGraph(page, sources) !== page)
    throw new Error('Run `node_modules/.bin/bun scripts/module-graph.ts`, which writes it into the page.')
})

const source = (path: string, ...targets: string[]): Source => ({
  path,
  lines: [],
  imports: targets.map((target) => ({ target, specifier: target, typeOnly: true })),
  isTest: false,
})

test('the path of a cycle is found through several modules, imports of types included', () => {
  const cycle = cycleIn(
    arrowsBelow('server', [
      source('server/any/a/one.ts', 'server/any/b/two.ts', 'server/any/a/other.ts'),
      source('server/any/b/two.ts', 'server/calls/relay/admit/x.ts', 'contract/prices/price.ts'),
      source('server/calls/relay/admit/x.ts', 'server/any/a/other.ts'),
    ]),
  )
  expect(cycle.map(({ because }) => because)).toEqual([
    'server/any/a/one.ts imports server/any/b/two.ts',
    'server/any/b/two.ts imports server/calls/relay/admit/x.ts',
    'server/calls/relay/admit/x.ts imports server/any/a/other.ts',
  ])
})

test('levels stand on earlier levels only', () => {
  const arrows = arrowsBelow('server', [
    source('server/app.ts', 'server/any/a/one.ts', 'server/any/b/two.ts'),
    source('server/any/a/one.ts', 'server/any/b/two.ts'),
  ])
  expect(cycleIn(arrows)).toEqual([])
  expect(levelsOf(arrows)).toEqual([['server/any/b'], ['server/any/a'], ['server/app.ts']])
})

function expectNoCycle(arrows: readonly Arrow[]): void {
  const cycle = cycleIn(arrows)
  if (cycle.length === 0) return
  throw new Error(`${ADVICE}\n  ${cycle.map(({ from, to, because }) => `${from} → ${to}: ${because}`).join('\n  ')}`)
}

/** The features that have sub-folders. */
function layeredFeatures(): string[] {
  const found = sources.flatMap(({ path }) => /^web\/src\/features\/[^/]+(?=\/[^/]+\/)/.exec(path)?.[0] ?? [])
  return [...new Set(found)].sort()
}
