import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { Env } from '../../platform/http/context.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { knownDevice, rememberDevice } from './known-devices.ts'

const vault = { hash: (text: string) => `keyed ${text}` } as Vault
const app = new Hono<Env>()
app.use(async (c, next) => {
  c.set('origin', { ip: '192.0.2.1', secure: true } as Env['Variables']['origin'])
  await next()
})
app.get('/known/:id', (c) => c.text(knownDevice(c, vault, Number(c.req.param('id'))) ?? 'unknown'))
app.get('/remember/:id', (c) => {
  rememberDevice(c, vault, Number(c.req.param('id')))
  return c.text('')
})

const cookieAfter = async (id: number, cookie = '') => {
  const response = await app.request(`/remember/${id}`, { headers: { cookie } })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
const knows = async (cookie: string, id: number) =>
  (await (await app.request(`/known/${id}`, { headers: { cookie } })).text()) !== 'unknown'

test('a device knows the last five accounts that were logged in to on it, under one id', async () => {
  let cookie = ''
  for (const id of [1, 2, 3, 4, 5, 6, 6]) cookie = await cookieAfter(id, cookie)
  const known = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((id) => knows(cookie, id)))
  expect(known).toEqual([false, true, true, true, true, true, false])
})

test('the proof of one device is worth nothing on another, and a made-up cookie nothing at all', async () => {
  const [one, other] = [await cookieAfter(1), await cookieAfter(2)]
  const moved = `${other.split('.')[0]}.${one.split('.')[1]}`
  expect(await knows(one, 1)).toBe(true)
  for (const cookie of [moved, 'device=', 'device=x.y', `${one}.`, `${one}x`, one.slice(0, -1)]) {
    expect(await knows(cookie, 1)).toBe(false)
  }
})
