import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPages } from './page-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'switchyard-pages-'))
const list = join(folder, 'pages.json')

test('pages have their files, members also those of the frame', () => {
  const pages = { frame: ['frame.js'], visitors: { '/models/$': ['models.js'] }, members: { '/token/$id': ['key.js'] } }
  writeFileSync(list, JSON.stringify(pages))
  const { isPage, filesOf } = readPages(list)
  expect(['/models/a/b', '/token/1', '/token', '/nowhere'].map(isPage)).toEqual([true, true, false, false])
  expect(filesOf('/token/1', true)).toEqual(['frame.js', 'key.js'])
  expect(filesOf('/token/1', false)).toEqual([])
  expect(filesOf('/models/a', false)).toEqual(['models.js'])
})

test('without a list, or with that of another version, every address is a page', () => {
  writeFileSync(list, JSON.stringify({ '/models': ['models.js'] }))
  for (const path of [list, join(folder, 'none.json')]) {
    const { isPage, filesOf } = readPages(path)
    expect(isPage('/models')).toBe(true)
    expect(filesOf('/models', true)).toEqual([])
  }
  rmSync(folder, { recursive: true })
})
