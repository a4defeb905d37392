import { expect, test } from 'bun:test'
import { createBus } from './bus.ts'
import { reloadingCache } from './reloading-cache.ts'

test('what began to load later is not overwritten by what ends later', async () => {
  const bus = createBus()
  const used: number[] = []
  const waiting: ((rows: number) => void)[] = []
  const read = () => new Promise<number>((resolve) => waiting.push(resolve))
  const loading = reloadingCache({ bus, kind: 'options', warn: () => {}, read, use: (rows) => used.push(rows) })
  waiting[0]?.(0)
  const reload = await loading
  const [older, newer] = [reload(), reload()]
  waiting[2]?.(2)
  await newer
  waiting[1]?.(1)
  await older
  expect(used).toEqual([0, 2])
})

test('follows the changes of its kind, and goes on with what it has when they cannot be read', async () => {
  const bus = createBus()
  const warnings: string[] = []
  let reads = 0
  const used: number[] = []
  await reloadingCache({
    bus,
    kind: 'channels',
    warn: (message) => warnings.push(message),
    read: async () => {
      if (++reads === 2) throw new Error('away')
      return reads
    },
    use: (rows) => used.push(rows),
  })
  for (const kind of ['options', 'channels', 'channels'] as const) {
    bus.publish({ kind })
    await Bun.sleep(0)
  }
  expect(used).toEqual([1, 3])
  expect(warnings).toEqual(['channels could not be reloaded: Error: away'])
})

test('a change that could not be read is read when it can be, though nobody tells of another', async () => {
  const bus = createBus()
  let away = false
  const { promise: usedAgain, resolve } = Promise.withResolvers<string>()
  let stored = 'old'
  await reloadingCache({
    bus,
    kind: 'channels',
    warn: () => {
      away = false
    },
    read: async () => {
      if (away) throw new Error('away')
      return stored
    },
    use: (rows) => rows === 'new' && resolve(rows),
  })
  away = true
  stored = 'new'
  bus.publish({ kind: 'channels' })
  expect(await usedAgain).toBe('new')
})
