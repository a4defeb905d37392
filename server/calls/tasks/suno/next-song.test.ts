import { expect, test } from 'bun:test'
import { nextSong, type OpenSong } from './next-song.ts'
import { readSong } from './read-song.ts'

const NOW = 1_795_000_000
const stored = (fields: Partial<OpenSong> = {}): OpenSong => ({
  status: 'QUEUED',
  progress: '20%',
  submit_time: NOW - 10,
  data: '',
  ...fields,
})
const next = (fields: object, row?: Partial<OpenSong>) =>
  nextSong(stored(row), readSong({ task_id: 't', ...fields }), NOW)

test.each([{ status: 'SUBMITTED' }, { status: 'NOT_START' }, { status: 'QUEUED' }, { status: 'SOMETHING_NEW' }, {}])(
  '%j changes nothing',
  (fields) => expect(next(fields)).toBeUndefined(),
)

test('what goes on is told with how far it is', () => {
  const set = { status: 'IN_PROGRESS', progress: '30%', updated_at: NOW }
  expect(next({ status: 'IN_PROGRESS', start_time: 5 })).toEqual({ failed: false, set: { ...set, start_time: 5 } })
  expect(next({ status: 'QUEUED', data: [{ id: 'c' }] })?.set.data).toBe('[{"id":"c"}]')
})

test('times are seconds, whatever the platform sends', () => {
  const at = (finish_time: unknown) => readSong({ task_id: 't', finish_time })?.finish_time
  expect([NOW, NOW * 1000, 9e15, -1, '5', null].map(at)).toEqual([NOW, NOW, 0, 0, 0, 0])
})

test('success and failure end it', () => {
  expect(next({ status: 'SUCCESS' })).toMatchObject({ failed: false, set: { status: 'SUCCESS', progress: '100%' } })
  const failed = { failed: true, set: { status: 'FAILURE', progress: '100%', fail_reason: 'why', finish_time: NOW } }
  expect(next({ status: 'FAILURE', fail_reason: 'why' })).toMatchObject(failed)
  expect(next({ status: 'IN_PROGRESS', fail_reason: 'why' })).toMatchObject(failed)
})

test('an hour is enough', () => {
  const old = { submit_time: NOW - 3601 }
  expect(next({ status: 'IN_PROGRESS' }, old)).toMatchObject({ failed: true })
  expect(next({ status: 'SUCCESS' }, old)).toMatchObject({ failed: false })
})
