import { expect, test } from 'bun:test'
import { expectNone, findLines, sources } from './sources.ts'

/** What tests are made of; browser tests have Playwright's own waits. */
const tests = sources.filter(
  ({ path, isTest }) => (isTest || path.startsWith('test/')) && !/^test\/(e2e|codebase)\//.test(path),
)

/** Files that read a clock for what is no measurement. */
const CLOCKS: Record<string, string> = {
  'test/harness/until.ts': 'the one limit of all waits',
  'test/dom/page.ts': 'the same limit, for checks that throw until a page shows what they look for',
  'scripts/cpu-time.test.ts': 'a program that uses CPU time until it has used enough, for what counts it',
  'test/harness/certificate.ts': 'a certificate is valid around now',
  'test/harness/sinks.ts': 'a receiver checks the age of what is signed, as the services do',
  'test/fake-upstream/aws-signature.ts': 'checks the age of signatures, as AWS does',
  'test/fake-upstream/zhipu.ts': 'checks the age of tokens, as the vendor does',
  'test/api/drawing-ends.test.ts': 'writes the age of a row',
  'test/api/task-platforms.test.ts': 'writes the ages of rows',
  'test/api/relay-stream.test.ts': 'time stands still and is moved by hand',
  'server/calls/relay/answer/slow-caller.test.ts': 'time stands still and is moved by hand',
}
const STOPWATCH = /performance\.now\(|hrtime|Bun\.nanoseconds|cpuUsage|Date\.now\(\) - [a-z]/
const OWN_LIMIT = /(for|while) \(.*Date\.now\(\) [<+]/

test('no test measures time', () => {
  expectNone(
    findLines(
      tests.filter(({ path }) => !(path in CLOCKS)),
      STOPWATCH,
    ),
    'Time depends on what else the machine does. Count operations, queries, steps or bytes, or pass a clock of the test in:',
  )
})

test('waits have one limit', () => {
  expectNone(
    findLines(
      tests.filter(({ path }) => !(path in CLOCKS)),
      OWN_LIMIT,
    ),
    'Wait with `until` of test/harness/until.ts, whose limit holds for all:',
  )
})

/** Test files that sleep, and how often at most. Their number only falls. */
const SLEEPS: Record<string, number> = {
  'scripts/demo/main.test.ts': 1,
  'scripts/lock.test.ts': 1,
  'scripts/run.test.ts': 1,
  'server/channels/batch-race.test.ts': 1,
  'server/formats/media/fetch-media.test.ts': 1,
  'server/wire/egress/upstream.test.ts': 8,
  'server/wire/http1/server/caller-connection.test.ts': 2,
  'server/wire/http1/server/differential.test.ts': 1,
  'server/wire/http1/server/disconnect.test.ts': 3,
  'server/wire/http1/server/slow-callers.test.ts': 7,
  'server/wire/http1/server/tunnel.test.ts': 4,
  'server/cluster/jobs/scheduler.test.ts': 1,
  'server/platform/meters/meter.test.ts': 2,
  'server/listen.test.ts': 3,
  'server/calls/live-calls/live-calls-of-nodes.test.ts': 1,
  'server/money/accounting/accounting.test.ts': 1,
  'server/money/accounting/balance-set.test.ts': 5,
  'server/money/accounting/group-sync.test.ts': 5,
  'server/money/accounting/hold.test.ts': 1,
  'server/money/accounting/journal.test.ts': 1,
  'server/money/accounting/settle-now.test.ts': 1,
  'server/site/prices/sync/price-sync.test.ts': 1,
  'server/calls/registry/callers.test.ts': 2,
  'server/calls/relay/attempt/stream-head.test.ts': 1,
  'server/insight/statistics/table-file.test.ts': 3,
  'server/platform/store/checkpointer.test.ts': 1,
  'server/platform/store/data-lock.test.ts': 1,
  'server/platform/store/postgres.test.ts': 1,
  'server/platform/store/write-turns.test.ts': 2,
  'server/calls/upstream/access-tokens.test.ts': 1,
  'server/cluster/workers/primary.test.ts': 2,
  'test/api/fuzz.test.ts': 1,
  'test/api/limits.test.ts': 1,
  'test/api/relay-realtime-ends.test.ts': 3,
  'test/api/relay-retry.test.ts': 1,
  'test/fake-upstream/server.test.ts': 1,
  'test/field/secrets.test.ts': 1,
  'test/money/aborts.test.ts': 4,
  'test/money/full-disk.test.ts': 1,
  'test/money/kill-nodes.test.ts': 1,
  'test/money/kill-payments.test.ts': 2,
  'test/money/kill-realtime.test.ts': 1,
  'test/money/kill-receipts.test.ts': 1,
  'test/money/kill-tasks.test.ts': 1,
  'test/money/kill.test.ts': 1,
  'test/money/rolling-restart.test.ts': 1,
  'test/money/stopped-calls.test.ts': 1,
  'test/money/vendor-invoice.test.ts': 1,
  'test/money/workers.test.ts': 1,
  'web/src/lib/after-write.test.ts': 1,
}

test('no further test sleeps', () => {
  const SLEEP = /Bun\.sleep\((?!0\))|\bsetTimeout\(/
  const found = Map.groupBy(
    findLines(
      tests.filter(({ isTest }) => isTest),
      SLEEP,
    ),
    (line) => line.slice(0, line.indexOf(':')),
  )
  const more = [...found].filter(([path, lines]) => lines.length > (SLEEPS[path] ?? 0))
  expectNone(
    more.flatMap(([, lines]) => lines),
    'A sleep is too short on a busy machine and too long on any other. Wait with `until`, or set the clock:',
  )
  const fallen = Object.entries(SLEEPS).filter(([path, times]) => (found.get(path)?.length ?? 0) < times)
  expect(fallen, 'these files sleep less often by now: lower their numbers').toEqual([])
})
