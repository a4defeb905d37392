import { expect, test } from 'bun:test'
import { createGroupSync } from './journal.ts'

/** Syncs that end when the test ends them. */
function slowSyncs() {
  const running: { succeed(): void; fail(error: Error): void }[] = []
  const sync = () => new Promise<void>((succeed, fail) => running.push({ succeed, fail }))
  return { running, sync }
}

test('who asks while a sync runs shares the next one, which begins when that has ended', async () => {
  const { running, sync } = slowSyncs()
  const synced = createGroupSync(5, sync, () => {})
  const first = [synced(), synced()]
  expect(first[0]).toBe(first[1] as Promise<void>)
  await Bun.sleep(15)
  expect(running).toHaveLength(1)
  const second = synced()
  expect(second).not.toBe(first[0] as Promise<void>)
  await Bun.sleep(15)
  expect(running).toHaveLength(1)
  running[0]?.succeed()
  await Promise.all(first)
  await Bun.sleep(1)
  expect(running).toHaveLength(2)
  running[1]?.succeed()
  await second
})

test('a failure reaches who waits, is told once, and does not hinder the next', async () => {
  const { running, sync } = slowSyncs()
  const failures: unknown[] = []
  const synced = createGroupSync(1, sync, (error) => failures.push(error))
  const first = synced()
  synced()
  await Bun.sleep(5)
  running[0]?.fail(new Error('no'))
  await expect(first).rejects.toThrow('no')
  expect(failures).toHaveLength(1)
  const second = synced()
  await Bun.sleep(5)
  running[1]?.succeed()
  await second
})
