import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { expectNone, files, ROOT, sources } from './sources.ts'

/** Words that stand in a comment where its noun should, and how many are left. The numbers only go down. */
const LEFT: Record<string, { pattern: RegExp; most: number }> = {
  one: {
    pattern: /\b(?:another|that|this|the (?:first|last|next|other|same|right|new|old|second)) one\b|\bones\b/g,
    most: 306,
  },
  'of its own': { pattern: /\bof (?:its|their) own\b/g, most: 50 },
  what: { pattern: /(?:^|[.:;,] )What |: what |\b(?:of|for|to) what\b/g, most: 201 },
  that: { pattern: /\bthan that\b|\bthat of (?:the|a|an|all|its|each)\b|\bthose of\b/g, most: 172 },
  'so many': { pattern: /\bso many\b/g, most: 22 },
}
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/[^\n]*/g

const product = files.filter((path) => /^(?:server|contract|web\/src|scripts|bench)\/.*\.(?:tsx?|mjs)$/.test(path))
const comments = (await Promise.all(product.map((path) => Bun.file(join(ROOT, path)).text()))).flatMap(
  (text) => text.match(COMMENT) ?? [],
)

for (const [word, { pattern, most }] of Object.entries(LEFT)) {
  test(`comments say the noun rather than "${word}"`, () => {
    const found = comments.flatMap((comment) => comment.match(pattern) ?? []).length
    expect(
      found,
      `${found} of ${most}: name the noun in the comments that you add, or in as many others`,
    ).toBeLessThanOrEqual(most)
  })
}

test('limits are called MAX_… and MIN_…', () => {
  const found = sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      /\b(?:MOST|LEAST)_\w+ =/.test(line) ? [`${path}:${index + 1}  ${line.trim()}`] : [],
    ),
  )
  expectNone(found, 'docs/extend/naming.md: a limit begins with MAX_ or MIN_, and a unit stands at its end:')
})
