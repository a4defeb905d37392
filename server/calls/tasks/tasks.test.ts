import { beforeAll, describe, expect, test } from 'bun:test'
import type { Insertable } from 'kysely'
import * as api from '#contract/api/tasks.ts'
import type { MidjourneyTable, TaskTable } from '#server/money/accounting/task-tables.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const drawing = (columns: Partial<Insertable<MidjourneyTable>>): Insertable<MidjourneyTable> => ({
  code: 1,
  user_id: 1,
  action: 'IMAGINE',
  mj_id: 'm',
  prompt: '',
  prompt_en: '',
  description: '',
  state: '',
  submit_time: 1000,
  start_time: 0,
  finish_time: 0,
  image_url: '',
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  channel_id: 7,
  quota: 0,
  buttons: '',
  properties: '',
  ...columns,
})
const task = (columns: Partial<Insertable<TaskTable>>): Insertable<TaskTable> => ({
  created_at: 1,
  updated_at: 1,
  task_id: 't',
  platform: 'suno',
  user_id: 1,
  channel_id: 7,
  quota: 0,
  action: 'MUSIC',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: 1000,
  start_time: 0,
  finish_time: 0,
  progress: '100%',
  properties: '',
  data: '',
  ...columns,
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let bob: LoggedIn
  let nobody: LoggedIn

  beforeAll(async () => {
    bob = await server.login((await server.addUser({})).username, PASSWORD)
    nobody = await server.login((await server.addUser({})).username, PASSWORD)
    const mine = { user_id: bob.user.id }
    const { db } = server.services.store
    const source = 'https://images.example/1.png'
    await db
      .insertInto('midjourneys')
      .values([
        drawing({ mj_id: 'm1', submit_time: 1000, image_url: source }),
        drawing({ mj_id: 'm2', submit_time: 3000, channel_id: 8, status: 'SUBMITTED' }),
        drawing({ ...mine, mj_id: 'm3', submit_time: 2000, image_url: source }),
        drawing({ ...mine, mj_id: 'm4', submit_time: 2000 }),
      ])
      .execute()
    await db
      .insertInto('tasks')
      .values([
        task({ task_id: 't1', submit_time: 10, data: '[{"audio_url":"a"}]', properties: '{"input":"la"}' }),
        task({ task_id: 't2', submit_time: 30, channel_id: 8, action: 'LYRICS', data: '{broken' }),
        task({ ...mine, task_id: 't3', submit_time: 20, status: 'FAILURE', platform: 'other' }),
        task({ ...mine, task_id: 't4', submit_time: 20 }),
      ])
      .execute()
  })

  const drawings = async (query: object, who = root) =>
    (await who.call(api.listDrawings, { query: query as never })).data?.map(({ mj_id }) => mj_id)
  const tasks = async (query: object, who = root) =>
    (await who.call(api.listTasks, { query: query as never })).data?.map(({ task_id }) => task_id)

  describe('drawing tasks', () => {
    test.each([
      [{}, ['m2', 'm4', 'm3', 'm1']],
      [{ channel_id: 8 }, ['m2']],
      [{ channel_id: '' }, ['m2', 'm4', 'm3', 'm1']],
      [{ mj_id: 'm3' }, ['m3']],
      [{ mj_id: 'm' }, []],
      [{ status: 'SUBMITTED' }, ['m2']],
      [{ status: '' }, ['m2', 'm4', 'm3', 'm1']],
      [{ status: 'submitted' }, []],
      [{ start_timestamp: 2000, end_timestamp: 2000 }, ['m4', 'm3']],
      [{ start_timestamp: 2001 }, ['m2']],
      [{ end_timestamp: 1999 }, ['m1']],
    ])('%j finds %j', async (query, expected) => expect(await drawings(query)).toEqual(expected))

    test('come in pages that repeat nothing, with the total', async () => {
      const pages = await Promise.all(['0', '1', '2', '3', '4'].map((p) => drawings({ p, page_size: '1' })))
      expect(pages.flat()).toEqual(['m2', 'm4', 'm3', 'm1'])
      expect((await root.call(api.listDrawings, { query: { p: '1', page_size: '3' } })).total).toBe(4)
    })

    test('show images at this server while they are forwarded, and none where there is none', async () => {
      const urls = async () =>
        Object.fromEntries((await root.call(api.listDrawings, {})).data!.map((row) => [row.mj_id, row.image_url]))
      await setOptions(server, { ServerAddress: 'https://switchyard.test' })
      expect(await urls()).toMatchObject({ m1: 'https://switchyard.test/mj/image/m1', m2: '' })
      await setOptions(server, { MjForwardUrlEnabled: 'false' })
      expect(await urls()).toMatchObject({ m1: 'https://images.example/1.png', m2: '' })
    })

    test('say whose they are to administrators, who filter by name or id', async () => {
      const { id, username } = bob.user
      for (const who of [username, String(id)]) {
        const found = (await root.call(api.listDrawings, { query: { username: who } })).data ?? []
        expect(found.length).toBeGreaterThan(0)
        for (const row of found) expect(row).toMatchObject({ user_id: id, username })
      }
      expect((await root.call(api.listDrawings, { query: { username: 'no-such-user' } })).data).toEqual([])
      const own = (await bob.call(api.listOwnDrawings, { query: { username: 'root' } as never })).data ?? []
      expect(own.length).toBeGreaterThan(0)
      expect(own.some((row) => 'username' in row)).toBe(false)
    })

    test('of oneself alone, whatever is asked for, without channels', async () => {
      const query = { user_id: '1', channel_id: '7' } as never
      const { data, total } = await bob.call(api.listOwnDrawings, { query })
      expect(data?.map(({ mj_id, channel_id }) => [mj_id, channel_id])).toEqual([
        ['m4', 0],
        ['m3', 0],
      ])
      expect(total).toBe(2)
      expect((await bob.call(api.listOwnDrawings, { query: { mj_id: 'm1' } })).data).toEqual([])
      expect(await nobody.call(api.listOwnDrawings, {})).toMatchObject({ success: true, data: [], total: 0 })
    })
  })

  describe('asynchronous tasks', () => {
    test.each([
      [{}, ['t2', 't4', 't3', 't1']],
      [{ channel_id: 8 }, ['t2']],
      [{ platform: 'suno' }, ['t2', 't4', 't1']],
      [{ task_id: 't3' }, ['t3']],
      [{ status: 'FAILURE' }, ['t3']],
      [{ action: 'LYRICS' }, ['t2']],
      [{ start_timestamp: 20, end_timestamp: 20 }, ['t4', 't3']],
      [{ platform: 'suno', status: 'SUCCESS', channel_id: 7, end_timestamp: 19 }, ['t1']],
    ])('%j finds %j', async (query, expected) => expect(await tasks(query)).toEqual(expected))

    test('come in pages that repeat nothing, with the total', async () => {
      const pages = await Promise.all(['0', '1', '2', '3', '4'].map((p) => tasks({ p, page_size: '1' })))
      expect(pages.flat()).toEqual(['t2', 't4', 't3', 't1'])
      expect((await root.call(api.listTasks, { query: { p: '1', page_size: '3' } })).total).toBe(4)
    })

    test('hold what was asked and answered as JSON, or nothing', async () => {
      const { data } = await root.call(api.listTasks, {})
      const byId = Object.fromEntries(data!.map((row) => [row.task_id, row]))
      expect(byId.t1).toMatchObject({ data: [{ audio_url: 'a' }], properties: { input: 'la' }, channel_id: 7 })
      expect(byId.t2).toMatchObject({ data: null, properties: null })
    })

    test('say whose they are to administrators, who filter by name or id', async () => {
      const { id, username } = bob.user
      for (const who of [username, String(id)]) {
        const found = (await root.call(api.listTasks, { query: { username: who } })).data ?? []
        expect(found.length).toBeGreaterThan(0)
        for (const row of found) expect(row).toMatchObject({ user_id: id, username })
      }
      expect((await root.call(api.listTasks, { query: { username: 'no-such-user' } })).data).toEqual([])
      const own = (await bob.call(api.listOwnTasks, { query: { username: 'root' } as never })).data ?? []
      expect(own.length).toBeGreaterThan(0)
      expect(own.some((row) => 'username' in row)).toBe(false)
    })

    test('of oneself alone, whatever is asked for, without channels', async () => {
      const query = { user_id: '1', channel_id: '8' } as never
      const { data, total } = await bob.call(api.listOwnTasks, { query })
      expect(data?.map(({ task_id, channel_id }) => [task_id, channel_id])).toEqual([
        ['t4', 0],
        ['t3', 0],
      ])
      expect(total).toBe(2)
      expect((await bob.call(api.listOwnTasks, { query: { status: 'FAILURE' } })).total).toBe(1)
      expect((await bob.call(api.listOwnTasks, { query: { task_id: 't2' } })).data).toEqual([])
      expect(await nobody.call(api.listOwnTasks, {})).toMatchObject({ success: true, data: [], total: 0 })
    })
  })
})
