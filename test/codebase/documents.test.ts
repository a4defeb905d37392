import { test } from 'bun:test'
import { expectNone, files, ROOT } from './sources.ts'

/** Pages that name files which a reader is to create, or names that are no longer used. */
const EXEMPT = ['docs/how-to/add-a-page.md', 'docs/naming.md']

test('source files that a document names exist', async () => {
  const pages = files.filter((path) => path.endsWith('.md') && !EXEMPT.includes(path))
  const found = await Promise.all(
    pages.map(async (page) => {
      const text = await Bun.file(`${ROOT}/${page}`).text()
      const named = [...text.matchAll(/(?<![\w/.-])((?:[\w@-]+\/)*[\w-]+\.(?:tsx?|mjs))\b/g)].map(
        ([, name = '']) => name,
      )
      return named
        .filter((name) => !files.some((path) => path === name || path.endsWith(`/${name}`)))
        .map((name) => `${page} names ${name}`)
    }),
  )
  expectNone(found.flat(), 'The file has moved, or has another name:')
})
