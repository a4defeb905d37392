import { describe, expect, test } from 'bun:test'
import { nextDrawing, type OpenDrawing } from './next-drawing.ts'
import { readDrawing } from './read-drawing.ts'

const NOW = 1_795_000_000_000
const HOUR = 3_600_000
const stored = (fields: Partial<OpenDrawing> = {}): OpenDrawing => ({
  status: 'IN_PROGRESS',
  progress: '46%',
  submit_time: NOW - 1000,
  image_url: '',
  prompt: 'a red fox',
  ...fields,
})
const answer = (fields: object) => readDrawing({ id: '1', ...fields })
const next = (fields: object, row?: Partial<OpenDrawing>) => nextDrawing(stored(row), answer(fields), NOW)

describe('an answer', () => {
  test.each([
    [{ status: 'SUBMITTED', progress: '0%' }],
    [{ status: 'NOT_START' }],
    [{ status: 'IN_PROGRESS', progress: '31%' }],
    [{ status: 'IN_PROGRESS', progress: '' }],
    [{ status: 'IN_PROGRESS', progress: '46%' }],
    [{}],
  ])('%j that is behind or tells nothing new changes nothing', (fields) => expect(next(fields)).toBeUndefined())

  test.each([
    [{ status: 'IN_PROGRESS', progress: '47%' }, '47%'],
    [{ status: 'IN_PROGRESS', progress: '100%' }, '99%'],
    [{ status: 'IN_PROGRESS', progress: '46%', imageUrl: 'http://x/1.png' }, '46%'],
  ])('%j goes on to %s', (fields, progress) => {
    expect(next(fields)).toMatchObject({ failed: false, set: { status: 'IN_PROGRESS', progress } })
  })

  test.each([
    [{ status: 'FAILURE', progress: '', failReason: 'Invalid link!' }, 'Invalid link!'],
    [{ status: 'FAILURE', progress: '100%' }, 'FAILURE'],
    [{ status: 'IN_PROGRESS', progress: '50%', failReason: 'banned' }, 'banned'],
    [{ status: 'CANCEL' }, 'CANCEL'],
  ])('%j is a failure: %s', (fields, fail_reason) => {
    const set = { status: 'FAILURE', progress: '100%', fail_reason, finish_time: NOW }
    expect(next(fields)).toMatchObject({ failed: true, set })
  })

  test('of success is one, with whatever progress, from any state', () => {
    const set = { status: 'SUCCESS', progress: '100%', image_url: 'http://x/1.png', finish_time: 7 }
    const done = { status: 'SUCCESS', progress: '', imageUrl: 'http://x/1.png', finishTime: 7 }
    for (const status of ['', 'MODAL', 'IN_PROGRESS', 'SOMETHING_NEW']) {
      expect(next(done, { status })).toMatchObject({ failed: false, set })
    }
    expect(next({ ...done, failReason: 'retried' })).toMatchObject({ failed: false })
  })

  test('keeps the prompt of the caller, and fills in one that the task was to find', () => {
    const found = { status: 'SUCCESS', prompt: '1. a fox' }
    expect(next(found)?.set.prompt).toBeUndefined()
    expect(next(found, { prompt: '' })?.set.prompt).toBe('1. a fox')
  })
})

describe('after an hour', () => {
  const late = stored({ submit_time: NOW - HOUR - 1 })
  test('a task has failed, unless it is over', () => {
    expect(nextDrawing(late, answer({ status: 'IN_PROGRESS', progress: '90%' }), NOW)).toMatchObject({ failed: true })
    expect(nextDrawing(late, undefined, NOW)).toMatchObject({ failed: true })
    expect(nextDrawing(late, answer({ status: 'SUCCESS' }), NOW)).toMatchObject({ failed: false })
  })

  test('a platform that is silent gets two more', () => {
    expect(nextDrawing(late, undefined, NOW, false)).toBeUndefined()
    const dead = stored({ submit_time: NOW - 3 * HOUR - 1 })
    expect(nextDrawing(dead, undefined, NOW, false)).toMatchObject({ failed: true })
  })
})

test.each([[null], ['text'], [7], [[]], [{}], [{ id: 7.5 }], [{ id: true }], [{ id: '' }]])('%j is no task', (value) =>
  expect(readDrawing(value)).toBeUndefined(),
)

test('what no table can hold is left out', () => {
  const odd = { prompt: 'a\0b', imageUrl: 7, startTime: 1e300, finishTime: -1, buttons: 'x', properties: { a: '\0' } }
  expect(answer(odd)).toMatchObject({ prompt: 'ab', image_url: '', start_time: 0, finish_time: 0, buttons: '' })
})
