import { expect, test } from 'bun:test'

const { filesToRepeat, readJunit, readPlaywright, report, withSecondTry } = await import(
  new URL('test-report.mjs', import.meta.url).href
)

const JUNIT = `<testsuites>
  <testsuite name="a.test.ts" file="a.test.ts">
    <testcase name="says &quot;a&quot; &amp; b" classname="suite" time="1.5" file="a.test.ts" line="3" assertions="2" />
    <testsuite name="postgres, only in npm run test:nightly" file="a.test.ts">
      <testcase name="(unnamed)" classname="postgres, only in npm run test:nightly" time="0." file="a.test.ts" assertions="0">
        <skipped />
      </testcase>
      <testcase name="left" classname="in &gt; postgres, only in npm run test:nightly" time="0." file="a.test.ts" line="4">
        <skipped />
      </testcase>
    </testsuite>
    <testcase name="needs Redis" classname="" time="0." file="b.test.ts" line="5" assertions="0">
      <skipped />
    </testcase>
    <testcase name="adds" classname="" time="0.1" file="b.test.ts" line="9" assertions="1">
      <failure type="AssertionError" message="expect(received).toBe(expected)&#10;&#10;Expected: 2&#10;Received: 1&#10;">AssertionError</failure>
    </testcase>
  </testsuite>
</testsuites>`

const spec = (title: string, durations: number[], skip?: string) => ({
  file: 'c.e2e.ts',
  title,
  tests: [
    {
      status: skip ? 'skipped' : 'expected',
      annotations: skip ? [{ type: 'skip', description: skip }] : [],
      results: durations.map((duration) => ({ duration })),
    },
  ],
})
const PLAYWRIGHT = {
  suites: [
    {
      suites: [{ specs: [spec('slow', [2000, 3000])] }],
      specs: [spec('other look', [0], 'only in npm run test:nightly')],
    },
  ],
}
const ended = (title: string, status: string) => ({
  file: 'd.e2e.ts',
  title,
  tests: [{ status, results: [{ duration: 50, error: { message: `\u001b[31m${title}\u001b[39m: not visible` } }] }],
})

test('the slowest come first, with all runs of a test; what later tiers add is counted, other skipped tests are named', () => {
  expect(report([...readJunit(JUNIT), ...readPlaywright(PLAYWRIGHT)])).toEqual([
    'The slowest 3 of 3 tests:',
    '    5.0 s  test/e2e/c.e2e.ts  slow',
    '    1.5 s  a.test.ts  says "a" & b',
    '    0.1 s  b.test.ts  adds',
    'Skipped: 3',
    '      2    only in npm run test:nightly',
    '      1    b.test.ts  needs Redis (its condition does not hold here)',
    'Failed: 1',
    '  b.test.ts  adds',
    '    expect(received).toBe(expected)',
    '    Expected: 2',
    '    Received: 1',
  ])
})

test('browser tests that failed, or passed only at the second try, come last with their errors', () => {
  const tests = readPlaywright({ suites: [{ specs: [ended('menu', 'unexpected'), ended('toast', 'flaky')] }] })
  expect(report(tests).slice(-6)).toEqual([
    'Passed only at the second try: 1',
    '  test/e2e/d.e2e.ts  toast',
    '    toast: not visible',
    'Failed: 1',
    '  test/e2e/d.e2e.ts  menu',
    '    menu: not visible',
  ])
})

test('of many slow and skipped tests, twenty are named', () => {
  const tests = Array.from({ length: 30 }, (_, i) => ({ seconds: i, file: 'x', name: `t${i}`, skipped: undefined }))
  const left = tests.map((each) => ({ ...each, skipped: 'no curl' }))
  const lines = report([...tests, ...left])
  expect(lines[0]).toBe('The slowest 20 of 30 tests:')
  expect(lines[1]).toContain('t29')
  expect(lines).toHaveLength(1 + 20 + 1 + 20 + 1)
  expect(lines.at(-1)).toBe('     10    more')
})

const unit = (file: string, failed?: string) => ({ seconds: 1, file, suite: 'postgres', name: 'adds', failed })

test('a failed test that passes when it is repeated is named with its error, and one that fails again stays failed', () => {
  const first = [unit('a.test.ts', 'late'), unit('b.test.ts', 'wrong'), unit('c.test.ts')]
  expect(filesToRepeat(first)).toEqual(['a.test.ts', 'b.test.ts'])
  expect(report(withSecondTry(first, [unit('a.test.ts'), unit('b.test.ts', 'wrong')])).slice(5)).toEqual([
    'Passed only at the second try: 1',
    '  a.test.ts  adds',
    '    late',
    'Failed: 1',
    '  b.test.ts  adds',
    '    wrong',
  ])
})

test('when many files have failed tests, none is repeated', () => {
  expect(filesToRepeat(['a', 'b', 'c', 'd'].map((file) => unit(file, 'wrong')))).toEqual([])
})
