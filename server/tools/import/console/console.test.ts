import { afterEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as api from '#contract/api/imports.ts'
import { ROLE } from '#contract/roles.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { factsOf, type SampleFile, sampleFile } from '#test/harness/import-samples.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { until } from '#test/harness/until.ts'

const PART = 100_000

let file: SampleFile | undefined
afterEach(() => file?.remove())

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  /** Sends a file as the page does: part by part, each with what was sent before. */
  async function upload(path: string): Promise<string> {
    const bytes = new Uint8Array(readFileSync(path))
    let [id, offset] = ['', 0]
    while (offset < bytes.length) {
      const query = id ? `?id=${id}&offset=${offset}` : ''
      const answer = await send(root, query, bytes.subarray(offset, offset + PART))
      expect(answer.success).toBe(true)
      id = answer.data?.id ?? ''
      offset = answer.data?.bytes ?? 0
    }
    return id
  }
  async function send(by: LoggedIn, query: string, body: Uint8Array<ArrayBuffer>) {
    const init = { method: 'POST', headers: by.headers, body }
    const response = await server.request(`${api.uploadImport.path}${query}`, init)
    return (await response.json()) as { success: boolean; data?: { id: string; bytes: number } }
  }
  const state = async () => (await root.call(api.importState, {})).data!
  async function ended(dry: boolean) {
    await until(async () => {
      const { running, last } = await state()
      return !running && last?.dry_run === dry && last.outcome !== ''
    }, 60_000)
    return (await state()).last!
  }

  test('an uploaded file is tried out and imported while the server runs, with its audit row', async () => {
    file = sampleFile('new-api-0.3.1.4')
    const id = await upload(file.path)
    const source = { address: '', upload: id, prices: 'differing' as const }
    const users = () => server.services.store.db.selectFrom('users').select('username').execute()

    expect((await root.call(api.startImport, { body: { ...source, dry_run: true } })).success).toBe(true)
    const dry = await ended(true)
    expect(dry).toMatchObject({ outcome: 'done', actor_name: 'root', report: { program: 'new-api', dry_run: true } })
    expect(await users()).toHaveLength(1)

    expect((await root.call(api.startImport, { body: { ...source, dry_run: false } })).success).toBe(true)
    const run = await ended(false)
    expect(run.report?.kinds.find(({ kind }) => kind === 'users')).toMatchObject({ taken: 5 })
    expect(await users()).toHaveLength(5)
    const folder = join(server.services.config.dataDir, 'import')
    expect(existsSync(folder) && readdirSync(folder)).toEqual([])
    expect(await auditsOf(server, 'import', run.id)).toMatchObject([{ action: 'import.create' }])
    // The server uses what was imported at once.
    expect(server.services.options.values.GroupRatio).toMatchObject({ vip: 0.8 })
    expect(server.services.channels.byId(1)?.name).toBe('openai-fake')
    await server.login('alice', factsOf('new-api-0.3.1.4').pw.alice)
    expect((await server.services.watchdog.run()).differences).toEqual([])
  }, 60_000)

  test('keys that were changed or deleted there stop at once with the next import, and changed users are known', async () => {
    const sample = sampleFile('new-api-0.3.1.4')
    file = sample
    const run = async () => {
      const body = {
        address: '',
        upload: await upload(sample.path),
        prices: 'none' as const,
        dry_run: false,
        follow_deletions: true,
      }
      expect((await root.call(api.startImport, { body })).success).toBe(true)
      expect((await ended(false)).outcome).toBe('done')
    }
    await run()
    const { callers } = server.services
    const keys = Object.values(factsOf('new-api-0.3.1.4').keys).map((key) => key.replace(/^sk-/, ''))
    const known = (await Promise.all(keys.map((key) => callers.tokenByKey(key)))).filter(
      (token) => token !== undefined && token.userId > 1,
    )
    const [changed, deleted, switched] = known
    if (!changed || !deleted || !switched) throw new Error('too few tokens')
    const keyOf = async ({ id }: { id: number }) => {
      for (const key of keys) if ((await callers.tokenByKey(key))?.id === id) return key
      return ''
    }
    const formerKeys = await Promise.all([keyOf(changed), keyOf(deleted), keyOf(switched)])
    await callers.userById(switched.userId)
    sample.change((db) => {
      db.run("update tokens set key = 'K' || substr(key, 2) where id = ?", [changed.id])
      db.run('delete from tokens where id = ?', [deleted.id])
      db.run('update tokens set status = 2 where id = ?', [switched.id])
      db.run("update users set `group` = 'vip' where id = ?", [switched.userId])
    })
    await run()
    const after = await Promise.all(formerKeys.map((key) => callers.tokenByKey(key)))
    expect(after.map((token) => token?.status)).toEqual([undefined, undefined, 2])
    expect((await callers.userById(switched.userId))?.group).toBe('vip')
  }, 60_000)

  test('what cannot be read is told at once, with what to do', async () => {
    const start = (body: object) => root.call(api.startImport, { body: { address: '', dry_run: true, ...body } })
    expect((await start({ address: '/etc/passwd' })).message).toContain('mysql://')
    expect((await start({ upload: 'x' })).message).toContain('重新上传')
    const wrong = await start({ address: 'postgres://user:secret@127.0.0.1:1/none' })
    expect(wrong.message).toContain('127.0.0.1')
    expect(wrong.message).not.toContain('secret')
    const { id } = (await send(root, '', new TextEncoder().encode('no database'))).data!
    expect((await start({ upload: id })).message).toContain('无法读取')
    expect((await send(root, `?id=${id}&offset=3`, new Uint8Array([1]))).success).toBe(false)
    expect((await send(root, '?id=../../secret&offset=0', new Uint8Array([1]))).success).toBe(false)
  })

  test('only the super administrator may', async () => {
    const { username } = await server.addUser({ role: ROLE.admin })
    const admin = await server.login(username, PASSWORD)
    expect((await admin.call(api.importState, {})).success).toBe(false)
    expect((await send(admin, '', new Uint8Array([1]))).success).toBe(false)
  })
})
