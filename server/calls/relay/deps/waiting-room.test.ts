import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
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
        entered?.()
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
  expect(room.busy.has('p')).toBe(true)
  expect(room.busy.has('q')).toBe(false)
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

/** A room in which a try takes its time: it ends when the test says how. */
function slowSite() {
  const room = createWaitingRoom(1)
  const tries: { name: string; end(isServed: boolean): void }[] = []
  const wait = (caller: string, name: string, ms = 60_000) =>
    room.wait<string>({
      ...{ place: 'p', caller, until: Date.now() + ms, disconnect: STAYS, refusal: FULL },
      isRefusal: (error) => error === FULL,
      async serve(entered) {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        tries.push({ name, end: resolve })
        if (!(await promise)) throw FULL
        entered?.()
        return name
      },
    })
  return { room, tries, wait }
}

test('a call that comes while the first one of its caller tries has its turn', async () => {
  const { tries, wait } = slowSite()
  const first = wait('a', 'first')
  const second = wait('a', 'second')
  expect(tries.map(({ name }) => name)).toEqual(['first'])
  tries[0]?.end(true)
  expect(await first).toBe('first')
  await until(() => tries.length === 2)
  tries[1]?.end(true)
  expect(await second).toBe('second')
})

test.each([true, false])('a call whose time ends while it tries ends as the try does: %p', async (isServed) => {
  const { tries, wait } = slowSite()
  const waiting = wait('a', 'served', 1)
  // The time of another call, which is not tried meanwhile, ends no earlier.
  await expect(wait('b', 'late', 1)).rejects.toBe(FULL)
  expect(Bun.peek.status(waiting)).toBe('pending')
  tries[0]?.end(isServed)
  if (isServed) expect(await waiting).toBe('served')
  else await expect(waiting).rejects.toBe(FULL)
})

test('with permits as they come, no caller is served twice while another one waits', async () => {
  for (let round = 0; round < 20; round++) {
    const random = (most: number, of: string) => Bun.hash.xxHash32(`${round} ${of}`) % most
    const { room, order, wait, give } = site()
    const waiting: Record<string, number> = {}
    const all: Promise<unknown>[] = []
    for (let n = 0, calls = 5 + random(20, 'calls'); n < calls; n++) {
      const caller = 'abcdef'[random(1 + random(6, 'callers'), `caller ${n}`)] ?? 'a'
      waiting[caller] = (waiting[caller] ?? 0) + 1
      all.push(wait(caller, `${caller}${waiting[caller]}`))
    }
    while (order.length < all.length) {
      give(1 + random(4, `permits ${order.length}`))
      const before = order.length
      await until(() => order.length > before)
    }
    await Promise.all(all)
    const left = { ...waiting }
    let since = new Set<string>()
    for (const name of order) {
      const caller = name[0] ?? ''
      expect(name).toBe(`${caller}${(waiting[caller] ?? 0) - (left[caller] ?? 0) + 1}`)
      if (since.has(caller)) {
        const passed = Object.keys(left).filter((other) => (left[other] ?? 0) > 0 && !since.has(other))
        expect({ round, name, passed }).toEqual({ round, name, passed: [] })
        since = new Set()
      }
      since.add(caller)
      left[caller] = (left[caller] ?? 0) - 1
    }
    expect(room.busy.has('p')).toBe(false)
  }
})
