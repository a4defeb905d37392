import { test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { longFunctions } from './functions.ts'
import { expectNone, files, findLines, productBelow, ROOT, sources } from './sources.ts'

const MAX_LINES = 400
const MEDIAN_LINES = 70
const MAX_FUNCTION_LINES = 80
const MAX_FILES = 45
const WAIVERS = 'docs/extend/size-waivers.md'
const MIN_LINES = 20
/** Files that may be short although one file alone imports them: an entry of a table, or a layer that has its own name. */
const OWN_FILES = [
  /^server\/(?:formats\/providers|people\/identity|platform\/store\/migrations|insight\/alerts\/(?:kinds|sinks))\//,
  /[/-](?:routes|queries)\.ts$/,
]

const product = ['contract', 'server', 'web', 'test', 'bench', 'scripts'].flatMap(productBelow)
const sizes = product.map(({ lines }) => lines.length).sort((a, b) => a - b)
/** `path#function` → place and size, of the functions of the product that have more than MAX_FUNCTION_LINES lines. */
const functionsAboveLimit = new Map(
  ['contract', 'server', 'web/src']
    .flatMap(productBelow)
    .filter(({ lines }) => lines.length > MAX_FUNCTION_LINES)
    .flatMap(({ path, lines: text }) =>
      longFunctions(path, text.join('\n'), MAX_FUNCTION_LINES).map(
        ({ name, line, lines }) => [`${path}#${name}`, `${path}:${line}  ${name}: ${lines}`] as const,
      ),
    ),
)
const median = sizes[Math.floor(sizes.length / 2)] ?? 0

test(`no file has more than ${MAX_LINES} lines without a reason`, () => {
  const found = files
    .filter((path) => /\.(?:tsx?|mjs|js|css)$/.test(path))
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length }))
    .filter(({ path, lines }) => lines > MAX_LINES && !waived().has(path))
    .map(({ path, lines }) => `${path}: ${lines}`)
  expectNone(found, `Split it by job. If it is better whole, give the reason in ${WAIVERS}:`)
})

test(`no function of the product has more than ${MAX_FUNCTION_LINES} lines without a reason`, () => {
  const found = [...functionsAboveLimit].filter(([name]) => !waived().has(name)).map(([, place]) => place)
  expectNone(found, `Cut it where its parts have names. If it is better whole, give the reason in ${WAIVERS}:`)
})

test('every waiver is needed', () => {
  const long = product.filter(({ lines }) => lines.length > MAX_LINES).map(({ path }) => path)
  const needed = new Set([...long, ...functionsAboveLimit.keys()])
  const stale = [...waived()].filter((name) => !needed.has(name))
  expectNone(stale, `Not over the limit; remove the line from ${WAIVERS}:`)
})

test(`half of all files have at most ${MEDIAN_LINES} lines (now ${median})`, () => {
  const found = median > MEDIAN_LINES ? [`${sizes.length} files, median ${median}`] : []
  expectNone(found, 'Files have grown. One job a file:')
})

test(`no folder of the product has more than ${MAX_FILES} files of its own`, () => {
  const folders = Map.groupBy(['contract', 'server', 'web/src'].flatMap(productBelow), ({ path }) => dirname(path))
  const found = [...folders]
    .filter(([, { length }]) => length > MAX_FILES)
    .map(([folder, { length }]) => `${folder}: ${length}`)
  expectNone(found, 'Move files into sub-folders by job. Tests beside the code do not count:')
})

test(`a file of fewer than ${MIN_LINES} lines is there for more than one other file`, () => {
  const importers = new Map<string, number>()
  for (const target of sources.flatMap(({ imports }) => [...new Set(imports.map(({ target }) => target))])) {
    importers.set(target, (importers.get(target) ?? 0) + 1)
  }
  const found = [...productBelow('contract'), ...productBelow('server')]
    .filter(({ path, lines }) => lines.length < MIN_LINES && importers.get(path) === 1)
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('server/calls/relay/') && !OWN_FILES.some((pattern) => pattern.test(path)))
  expectNone(found, 'Join it to the file that imports it. An entry of a table belongs to OWN_FILES in this test:')
})

test('there are no barrels', () => {
  const barrel = /^(?:\s*export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'[^']+'\s*)+$/
  const found = product
    .filter(({ lines }) => barrel.test(lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n')))
    .map(({ path }) => path)
  expectNone(found, 'Import from the file that has the thing; delete the file that only passes it on:')
})

test('no channel type is special outside its table', () => {
  const pattern =
    /\b(?:\w+[tT]ype|type)\)?\s*[!=]==?\s*\d+\b|\b\d+\s*[!=]==?\s*\w*\.?type\b|\[[\d,\s]+\]\.includes\([\w.?]*type\)/
  const suspects = ['contract', 'server', 'web/src'].flatMap(productBelow)
  const found = findLines(
    suspects.filter(({ path }) => path !== 'contract/channel-types/all.ts'),
    pattern,
  )
  expectNone(found, 'Give the type a fact in contract/channel-types/all.ts and ask for that, or name the constant:')
})

test('the console asks a channel type for nothing that only the relay needs', () => {
  const users = productBelow('web/src').filter(({ lines }) => lines.some((line) => line.includes('channel-types.ts')))
  const found = findLines(users, /\b(?:operations|responses|serves)\b|[tT]ype\w*(?:\([^)]*\))?\??\.body\b/)
  expectNone(found, 'These are left out of the console (web/build/lean-contract.ts); take them off that list first:')
})

test('no machine and no registry is named', () => {
  const pattern = /(?<![\w.])\/(?:work|root)\/|registry\.npmjs/
  const found = files
    .filter((path) => !/\.(?:png|ico|woff2?|br|gz)$/.test(path))
    .flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
    )
  expectNone(found, 'Paths are relative to the repository, and packages come from whatever registry npm is set to:')
})

test('no test is left alone or left out', () => {
  const tests = sources.filter(({ path }) => /\.(?:test|spec|dom)\.tsx?$/.test(path))
  expectNone(findLines(tests, /\b(?:test|it|describe)\.(?:only|skip|todo|fixme)\(/), 'Make it pass or delete it:')
})

/** Files, and functions as `path#function`, that the waivers name: one a line, in backquotes, then the reason. */
function waived(): Set<string> {
  const path = join(ROOT, WAIVERS)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return new Set([...text.matchAll(/^[-|]\s*`([^`]+)`\s*\S/gm)].map(([, file = '']) => file))
}
