import { expect, test } from 'bun:test'
import { createWaitingRoom } from './waiting-room.ts'

const STAYS = { aborted: false, addEventListener() {}, removeEventListener() {} }
const FULL = new Error('full')

/** Calls for which permits are given one by one. */
function site() {
  const room = createWaitingRoom(1)
  const order: string[] = []
  let permits = 0
  const wait = (caller: string, name: string, ms = 60_000, disconnect: typeof STAYS = STAYS) =>
    room.wait<string>({
      ...{ place: 'p', caller, until: Date.now() + ms, disconnect, refusal: FULL },
      isRefusal: (error) => error === FULL,
      async serve(entered) {
        if (permits === 0) throw FULL
        permits -= 1
        entered()
        order.push(name)
        return name
      },
    })
  return {
    room,
    order,
    wait,
    give: (count: number) => {
      permits += count
    },
  }
}

test('callers take turns, and the calls of one are served in the order of their arrival', async () => {
  const { room, order, wait, give } = site()
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2', 'b2'].map((name) => wait(name[0] ?? '', name))
  expect(room.isBusy('p')).toBe(true)
  expect(room.isBusy('q')).toBe(false)
  give(all.length)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'c2', 'b2'])
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3'])
})

test('a call that has waited for its time gets its refusal, and holds up no other', async () => {
  const { order, wait, give } = site()
  const impatient = wait('a', 'impatient', 5)
  const patient = wait('a', 'patient')
  await expect(impatient).rejects.toBe(FULL)
  give(1)
  expect(await patient).toBe('patient')
  expect(order).toEqual(['patient'])
})

test('a caller who hangs up waits no longer', async () => {
  const { wait, give, order } = site()
  const abort = new AbortController()
  const gone = wait('a', 'gone', 60_000, abort.signal as never)
  abort.abort()
  await expect(gone).rejects.toBe(FULL)
  const next = wait('a', 'next')
  give(2)
  expect(await next).toBe('next')
  expect(order).toEqual(['next'])
})

test('an error that is no refusal ends the wait at once', async () => {
  const { room } = site()
  const broken = new Error('broken')
  const call = { place: 'p', caller: 'a', until: Date.now() + 60_000, disconnect: STAYS, refusal: FULL }
  const serve = () => Promise.reject(broken)
  await expect(room.wait({ ...call, isRefusal: (error) => error === FULL, serve })).rejects.toBe(broken)
})
