import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PICTURE } from '#test/fake-upstream/drawings.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { PRICE, startTasks, type TaskHarness } from '#test/harness/tasks.ts'

forEachDatabase((_engine, fresh) => {
  let at: TaskHarness
  beforeAll(async () => {
    at = await startTasks(await fresh.started(), { logLevel: 'silent' })
    await at.channel(5)
  }, START_MS)
  afterAll(() => at.close())

  describe('the picture of a task', () => {
    /** Stores an address for a new task of the channel and asks for the picture. */
    async function shown(image_url: string) {
      const who = await at.customer(PRICE)
      const { result } = (await at.post('/mj/submit/imagine', who.token, { prompt: 'slow' })).body
      const { db } = at.server.services.store
      await db.updateTable('midjourneys').set({ image_url, progress: '100%' }).where('user_id', '=', who.id).execute()
      return at.server.request(`/mj/image/${result}`)
    }

    test('comes through this server, without a token, as a picture and nothing else', async () => {
      const response = await shown(`${at.platforms.url}/mj/pictures/1.png`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(PICTURE)
    })

    test('is not there for unknown tasks and for those without one', async () => {
      for (const id of ['unknown', '%00', 'a'.repeat(5000)]) {
        const response = await at.server.request(`/mj/image/${id}`)
        expect([response.status, await response.json()]).toEqual([400, { error: 'midjourney_task_not_found' }])
      }
    })

    test.each([
      ['text', () => new Response('secret', { headers: { 'content-type': 'text/plain' } })],
      ['a page that says it is a picture', () => new Response('<html>', { headers: { 'content-type': 'image/png' } })],
      ['SVG', () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } })],
      ['an error', () => new Response(PICTURE, { status: 404, headers: { 'content-type': 'image/png' } })],
      ['a redirect into the own network', () => Response.redirect('http://127.0.0.2:9/x.png')],
      ['a redirect to a file', () => new Response('', { status: 302, headers: { location: 'file:///etc/passwd' } })],
    ])('%s is not handed out', async (_what, answer) => {
      const path = `/mj/odd-${crypto.randomUUID()}`
      at.platforms.routes.set(path, answer as () => Response)
      const response = await shown(`${at.platforms.url}${path}`)
      expect([response.status, await response.json()]).toEqual([500, { error: 'http_get_image_failed' }])
    })

    test.each(['http://127.0.0.3:9/x.png', 'http://[::1]:9/x.png', 'file:///etc/passwd', 'data:image/png;base64,AA=='])(
      'is not fetched from %s, which is not the platform',
      async (address) => {
        expect((await shown(address)).status).toBe(500)
      },
    )
  })
})
