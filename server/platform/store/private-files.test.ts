import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashSite } from '#test/harness/crash-site.ts'
import { restrictFiles } from './private-files.ts'

const modesIn = (folder: string) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files.map((file) => (statSync(join(file.parentPath, file.name)).mode & 0o777).toString(8))
}

test('files that are there, also in folders, become private, and so are new ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'private-'))
  mkdirSync(join(folder, 'journal/node'), { recursive: true })
  for (const path of ['switchyard.db', 'journal/node/1.log']) writeFileSync(join(folder, path), '', { mode: 0o644 })
  restrictFiles(folder)
  writeFileSync(join(folder, 'new'), '')
  expect(modesIn(folder)).toEqual(['600', '600', '600'])
  rmSync(folder, { recursive: true })
})

const site = crashSite()

test('a server has none but private files, while it runs and afterwards', async () => {
  const server = await site.start()
  await site.open(server)
  expect(new Set(modesIn(site.dataDir))).toEqual(new Set(['600']))
  await server.stop()
  expect(new Set(modesIn(site.dataDir))).toEqual(new Set(['600']))
})
