import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNone, files, productBelow, ROOT } from './sources.ts'

/** Lines of an area's README, which says what the area is for, its files in reading order, and what it may import. */
const MAX_LINES = 30
const MAX_AREAS = 12

const areaOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1]
const areas = [...new Set(files.flatMap((path) => areaOf(path) ?? []))].sort()
const readme = (area: string) => readFileSync(join(ROOT, 'server', area, 'README.md'), 'utf8')

/** The areas that the README of an area allows it to import. */
function allowedBy(area: string): string[] {
  const line = readme(area)
    .split('\n')
    .find((text) => text.startsWith('May import: '))
  return [...(line ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

test('the server has at most twelve areas, each with a short README', () => {
  expect(areas.length).toBeLessThanOrEqual(MAX_AREAS)
  for (const area of areas) expect([area, readme(area).split('\n').length <= MAX_LINES]).toEqual([area, true])
})

test('areas import the areas that their README allows, and no start file', () => {
  const found = productBelow('server').flatMap(({ path, imports }) => {
    const area = areaOf(path)
    if (!area) return []
    const allowed = [area, ...allowedBy(area)]
    return imports
      .filter(({ target }) => target.startsWith('server/'))
      .filter(({ target }) => !allowed.includes(areaOf(target) ?? ''))
      .map(({ target }) => `${path} imports ${target}`)
  })
  expectNone(found, 'Pass it in as an argument, or move what both need into an area below both:')
})

test('what the READMEs allow has no cycle', () => {
  let rest = areas
  while (rest.length > 0) {
    const next = rest.filter((area) => allowedBy(area).some((other) => rest.includes(other)))
    expect(next.length, `a cycle among ${next.join(', ')}`).toBeLessThan(rest.length)
    rest = next
  }
})

test('files that a README of an area names exist', () => {
  const found = areas.flatMap((area) =>
    [...readme(area).matchAll(/^\| (.*?) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
      .map(([, name = '']) => name)
      .filter((name) => !isThere(area, name))
      .map((name) => `server/${area}/README.md names ${name}`),
  )
  expectNone(found, 'The file has moved, or has another name:')
})

/** Names after the first of a row may leave out the folder of the first; `*` stands for any text. */
function isThere(area: string, name: string): boolean {
  const pattern = name.replace(/[.]/g, '\\.').replace('*', '[^/]*').replace(/\/$/, '/.*')
  return files.some((path) => new RegExp(`^server/${area}/(?:.*/)?${pattern}$`).test(path))
}
