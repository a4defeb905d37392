import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { serveDrawingImage } from '#server/calls/relay/tasks/midjourney/image.ts'
import { PICTURE } from '#test/fake-upstream/drawings.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { rawServer } from '#test/harness/raw-server.ts'
import { PRICE, startTasks, type TaskHarness } from '#test/harness/tasks.ts'

/** Platforms that are odd, away, or have very much to do. */
forEachDatabase((_engine, fresh) => {
  let at: TaskHarness
  beforeAll(async () => {
    at = await startTasks(await fresh.started(), { logLevel: 'silent' })
  }, START_MS)
  afterAll(() => at.close())

  const db = () => at.server.services.store.db
  beforeAll(() => at.channel(5), START_MS)
  const isQuestion = ({ path }: { path: string }) => path === '/mj/task/list-by-condition'
  const questions = () => at.platforms.requests.filter(isQuestion).length

  test('ids that are numbers are ids', async () => {
    const who = await at.customer(PRICE)
    const id = 1_320_098_173_412_546
    at.platforms.routes.set('/mj/submit/imagine', () => Response.json({ code: 1, description: 'ok', result: id }))
    const done = { id, status: 'SUCCESS', progress: '100%', imageUrl: 'http://127.0.0.1/1.png' }
    at.platforms.routes.set('/mj/task/list-by-condition', () => Response.json([done]))
    expect((await at.post('/mj/submit/imagine', who.token, { prompt: 'x' })).body.code).toBe(1)
    expect((await at.post('/mj/notify', who.token, { id })).status).toBe(200)
    expect((await at.drawings(who.id))[0]).toMatchObject({ mj_id: String(id), status: 'SUCCESS', progress: '100%' })
    expect(await at.books(who.id)).toMatchObject({ balance: 0 })

    await at.channel(36)
    const singer = await at.customer(PRICE)
    at.platforms.routes.set('/suno/submit/MUSIC', () => Response.json({ code: 'success', message: '', data: 17 }))
    expect((await at.post('/suno/submit/music', singer.token, { prompt: 'x' })).status).toBe(200)
    const fetched = await at.post('/suno/fetch', singer.token, { ids: [17] })
    expect(fetched.body.data).toMatchObject([{ task_id: '17' }])
    at.platforms.routes.clear()
  })

  test('orders that were refused have no id to ask by, and no NUL reaches the database', async () => {
    const who = await at.customer(PRICE)
    expect((await at.post('/mj/submit/imagine', who.token, { prompt: 'banned' })).body.code).toBe(24)
    const odd = { ids: ['', '\0', null, {}, 1.5] }
    expect((await at.post('/mj/task/list-by-condition', who.token, odd)).body).toEqual([])
    expect((await at.post('/suno/fetch', who.token, odd)).body).toMatchObject({ code: 'success', data: [] })
    for (const call of [
      at.get('/mj/task/%00/fetch', who.token),
      at.get('/mj/task/%00/image-seed', who.token),
      at.post('/mj/submit/modal', who.token, { taskId: '\0' }),
      at.post('/mj/notify', who.token, { id: '\0' }),
      at.get('/suno/fetch/%00', who.token),
      at.get('/mj/image/%00'),
    ]) {
      expect((await call).status).toBe(400)
    }
  })

  test('pictures are for others, too, while somebody does not read theirs', async () => {
    const who = await at.customer(PRICE)
    const { result } = (await at.post('/mj/submit/imagine', who.token, { prompt: 'slow' })).body
    // It begins, and never ends.
    const begun = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 1000000\r\n\r\n'
    const slow = rawServer(({ socket }) => socket.write(Buffer.concat([Buffer.from(begun), PICTURE])))
    const image_url = `${slow.url}/large.png`
    await db().updateTable('midjourneys').set({ image_url, progress: '100%' }).where('user_id', '=', who.id).execute()
    const show = (ip: string) => serveDrawingImage(String(result), ip, at.server.services)
    const open = await Promise.all(Array.from({ length: 16 }, () => show('192.0.2.1')))
    expect(open.map(({ status }) => status)).toEqual(Array(16).fill(200))
    expect((await show('192.0.2.1')).status).toBe(503)
    const other = await show('192.0.2.2')
    expect(other.status).toBe(200)
    await Promise.all([...open, other].map(({ body }) => body?.cancel()))
    const again = await show('192.0.2.1')
    expect(again.status).toBe(200)
    await again.body?.cancel()
    slow.stop()
  })

  describe('with thousands of open tasks', () => {
    const OPEN = 10_000
    let who = 0
    beforeAll(async () => {
      const { id } = await at.channel(2, { group: 'vip' })
      who = (await at.customer(PRICE)).id
      const row = (n: number, submit_time: number) => ({
        code: 1,
        user_id: who,
        action: 'IMAGINE',
        mj_id: `open-${n}`,
        prompt: '',
        prompt_en: '',
        description: '',
        state: '',
        submit_time,
        start_time: 0,
        finish_time: 0,
        image_url: '',
        status: 'SUBMITTED',
        progress: '0%',
        fail_reason: '',
        channel_id: id,
        quota: 0,
        buttons: '',
        properties: '',
      })
      await db().updateTable('midjourneys').set({ progress: '100%' }).execute()
      for (let from = 0; from < OPEN; from += 500) {
        // The last one is older than anybody waits for.
        const age = (n: number) => (n === OPEN - 1 ? 4 * 3_600_000 : 0)
        const rows = Array.from({ length: 500 }, (_, n) => row(from + n, Date.now() - age(from + n)))
        await db().insertInto('midjourneys').values(rows).execute()
      }
    }, START_MS)
    const open = async () =>
      (
        await db()
          .selectFrom('midjourneys')
          .select('id')
          .where('user_id', '=', who)
          .where('progress', '<>', '100%')
          .execute()
      ).length

    test('a platform that is away is asked twice a round, and what is too old ends all the same', async () => {
      // An answer without an end.
      at.platforms.routes.set('/mj/task/list-by-condition', () => new Response('['.repeat(9_000_000)))
      const before = questions()
      await at.poll()
      expect(questions() - before).toBe(2)
      expect(await open()).toBe(OPEN - 1)
    })

    test('are asked about a hundred at a time, all of them', async () => {
      at.platforms.routes.set('/mj/task/list-by-condition', () => Response.json([]))
      const before = questions()
      await at.poll()
      expect(questions() - before).toBe(OPEN / 100)
      const ids = at.platforms.requests
        .filter(isQuestion)
        .slice(-OPEN / 100)
        .flatMap(({ body }) => JSON.parse(Buffer.from(body).toString()).ids)
      expect(new Set(ids).size).toBe(OPEN - 1)
      at.platforms.routes.clear()
    })
  })
})
