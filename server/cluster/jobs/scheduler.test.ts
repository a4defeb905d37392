import { expect, setSystemTime, test } from 'bun:test'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { until } from '#test/harness/until.ts'
import { readExclusiveState, startExclusive } from '../../platform/job-locks/exclusive.ts'
import { LOCK_SECONDS } from '../../platform/job-locks/job-lock.ts'
import { daily, every, type Job } from './job.ts'
import { type Scheduler, startJobs } from './scheduler.ts'

test('a daily job runs at the next such time of the clock', () => {
  const at = (hour: number, minute: number) => new Date(2026, 0, 31, hour, minute).getTime() / 1000
  const tomorrow = new Date(2026, 1, 1, 3, 30).getTime() / 1000
  expect(daily(3, 30)(at(3, 29))).toBe(at(3, 30))
  expect(daily(3, 30)(at(3, 30))).toBe(tomorrow)
  expect(daily(3, 30)(at(23, 59))).toBe(tomorrow)
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  let serial = 0

  const job = (run: Job['run'], next = every(0)): Job => ({ name: `job-${++serial}`, next, run })
  const row = ({ name }: Job) =>
    server.services.store.db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  /** The nodes of one cluster. */
  const nodes = (jobs: Job[]) => Promise.all([1, 2, 3].map(() => startJobs(server.services, jobs)))
  const stopAll = (schedulers: { stop(): Promise<void> }[]) => Promise.all(schedulers.map((one) => one.stop()))

  test('a due job runs on one node at a time', async () => {
    let runs = 0
    let looked = 0
    const others = Promise.withResolvers<void>()
    // The job is due again as soon as it has run, which is after all nodes have checked.
    const counted = job(async () => {
      runs += 1
      await others.promise
    })
    const cluster = await nodes([counted])
    const look = async (node: Scheduler) => {
      await node.tick()
      looked += 1
      if (looked === 2) others.resolve()
    }
    await Promise.all(cluster.map(look))
    expect(runs).toBe(1)
    await cluster[1]!.tick()
    expect(runs).toBe(2)
    await stopAll(cluster)
  })

  test('a node whose clock is minutes ahead does not begin what another is at', async () => {
    let runs = 0
    const done = Promise.withResolvers<void>()
    const work = async () => {
      runs += 1
      await done.promise
    }
    const long = job(work)
    const [here, ahead] = await nodes([long])
    const first = here!.tick()
    const byHand = await startExclusive(server.services, 'by-hand', work)
    await until(() => runs === 2)
    setSystemTime(Date.now() + 5 * 60_000)
    try {
      await Promise.race([ahead!.tick(), until(() => runs > 2)])
      expect(await startExclusive(server.services, 'by-hand', work)).toBeUndefined()
      expect(await readExclusiveState(server.services.store, 'by-hand')).toMatchObject({ running: true })
    } finally {
      setSystemTime()
      done.resolve()
    }
    await first
    await byHand?.ended
    expect(runs).toBe(2)
    await stopAll([here!, ahead!])
  })

  test('a job that is not due does not run, and keeps its time when a node starts', async () => {
    let runs = 0
    const later = job(async () => {
      runs += 1
    }, every(1000))
    await stopAll(await nodes([later]))
    const { next_run } = await row(later)
    const [node] = await nodes([{ ...later, next: every(5000) }])
    await node!.tick()
    expect(runs).toBe(0)
    expect((await row(later)).next_run).toBe(next_run)
    await node!.stop()
  })

  test('a job that a clock which ran ahead has planned, or holds, runs when the clock is right', async () => {
    let runs = 0
    const planned = job(async () => void runs++, every(15))
    const { db } = server.services.store
    const tomorrow = nowInSeconds() + 86_400
    const [node] = await nodes([planned])
    for (const ahead of [{ next_run: tomorrow }, { next_run: 0, holder: 'dead', lease_until: tomorrow }]) {
      await db.updateTable('jobs').set(ahead).where('name', '=', planned.name).execute()
      await node!.tick()
    }
    expect(runs).toBe(2)
    expect((await row(planned)).next_run).toBeLessThan(tomorrow)
    await node!.stop()
  })

  test('a job that fails is planned again and does not stop the others', async () => {
    let runs = 0
    const failing = job(async () => {
      throw new Error('broken')
    })
    const working = job(async () => {
      runs += 1
    })
    const node = await startJobs(server.services, [failing, working])
    await node.tick()
    expect(runs).toBe(1)
    expect(await row(failing)).toMatchObject({ holder: '', lease_until: 0, last_error: 'Error: broken' })
    expect(await row(working)).toMatchObject({ last_error: '', last_node: server.services.accounting.nodeId })
    expect((await row(working)).last_run).toBeGreaterThan(0)
    await node.stop()
  })

  test('the job of a node that died is taken over when its lock has run out', async () => {
    let runs = 0
    const orphan = job(async () => {
      runs += 1
    })
    const node = await startJobs(server.services, [orphan])
    const now = nowInSeconds()
    const { db } = server.services.store
    const lock = (until: number) =>
      db.updateTable('jobs').set({ holder: 'dead', lease_until: until }).where('name', '=', orphan.name).execute()
    await lock(now + LOCK_SECONDS)
    await node.tick()
    expect(runs).toBe(0)
    await lock(now - 1)
    await node.tick()
    expect(runs).toBe(1)
    await node.stop()
  })

  test('a stop breaks off what runs and leaves it due for another node', async () => {
    const started = Promise.withResolvers<void>()
    let finished = 0
    const long = job(
      async (_services, signal) => {
        started.resolve()
        await Promise.race([Bun.sleep(10_000), new Promise((resolve) => signal.addEventListener('abort', resolve))])
        finished += 1
      },
      (now) => (finished ? now + 1000 : now),
    )
    const node = await startJobs(server.services, [long])
    const ticking = node.tick()
    await started.promise
    await node.stop()
    await ticking
    expect(finished).toBe(1)
    const { next_run, holder } = await row(long)
    expect(holder).toBe('')
    expect(next_run).toBeLessThanOrEqual(nowInSeconds())
  })
})
