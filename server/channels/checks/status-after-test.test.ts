import { expect, test } from 'bun:test'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { statusAfterTest, type TestedChannel, type TestRules } from './status-after-test.ts'

const tested: TestedChannel = {
  status: CHANNEL_STATUS.enabled,
  autoBan: true,
  ms: 100,
  sent: true,
  failed: false,
  dead: undefined,
}
const rules: TestRules = { mayDisable: true, mayEnable: true, threshold: 5 }
const judge = (channel: Partial<TestedChannel>, changed: Partial<TestRules> = {}) =>
  statusAfterTest({ ...tested, ...channel }, { ...rules, ...changed })

const dead = { failed: true, dead: 'status 401: no' }

test('a dead credential and slowness disable, if option and channel allow it', () => {
  expect(judge(dead)).toEqual({ disable: 'status 401: no' })
  expect(judge({ ms: 6000 })).toEqual({ disable: '响应时间 6.00s 超过阈值 5.00s' })
  for (const allowed of [judge(dead, { mayDisable: false }), judge({ ...dead, autoBan: false })]) {
    expect(allowed).toBeUndefined()
  }
  expect(judge({ ms: 6000 }, { threshold: 0 })).toBeUndefined()
})

test('other failures leave a channel as it is', () => {
  expect(judge({ failed: true })).toBeUndefined()
})

test('what was switched off by itself is enabled by a success, not by a slow one', () => {
  const off = { status: CHANNEL_STATUS.autoDisabled }
  expect(judge(off)).toBe('enable')
  expect(judge(off, { mayEnable: false })).toBeUndefined()
  expect(judge({ ...off, failed: true })).toBeUndefined()
  expect(judge({ ...off, ms: 6000 })).toBeUndefined()
})

test('what was switched off by hand stays off, whatever the test says', () => {
  const off = { status: CHANNEL_STATUS.disabled }
  expect([judge(off), judge({ ...off, ...dead })]).toEqual([undefined, undefined])
})

test('a test that could not be made says nothing', () => {
  expect(judge({ sent: false, failed: true, ms: 0 })).toBeUndefined()
  expect(judge({ sent: false, status: CHANNEL_STATUS.autoDisabled })).toBeUndefined()
})
