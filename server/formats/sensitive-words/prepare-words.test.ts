import { expect, test } from 'bun:test'
import { nextTurn } from '../../platform/async/next-turn.ts'
import { wordSearchPreparer } from './prepare-words.ts'

const on = { CheckSensitiveEnabled: true, CheckSensitiveOnPromptEnabled: true }
const LONG_LIST = Array.from({ length: 9_000 }, (_, index) => `word-${index * 7919}`)

test('each switch, and an empty list, turns the check off', async () => {
  const prepare = wordSearchPreparer()
  const SensitiveWords = ['forbidden']
  expect((await prepare({ ...on, SensitiveWords }))?.isIn('a Forbidden text')).toBe(true)
  expect(await prepare({ ...on, SensitiveWords, CheckSensitiveEnabled: false })).toBeUndefined()
  expect(await prepare({ ...on, SensitiveWords, CheckSensitiveOnPromptEnabled: false })).toBeUndefined()
  expect(await prepare({ ...on, SensitiveWords: [] })).toBeUndefined()
  expect((await prepare({ ...on, SensitiveWords }))?.isIn('a Forbidden text')).toBe(true)
})

test('the same words are prepared once, also when they are asked for meanwhile', async () => {
  const prepare = wordSearchPreparer()
  const first = prepare({ ...on, SensitiveWords: LONG_LIST })
  const second = prepare({ ...on, SensitiveWords: [...LONG_LIST] })
  expect(await second).toBe(await first)
  expect(await prepare({ ...on, SensitiveWords: [...LONG_LIST] })).toBe(await first)
  expect(await prepare({ ...on, SensitiveWords: LONG_LIST.slice(1) })).not.toBe(await first)
})

test('other work has its turns while a long list is prepared', async () => {
  let isReady = false
  const ready = wordSearchPreparer()({ ...on, SensitiveWords: LONG_LIST }).finally(() => {
    isReady = true
  })
  let turns = 0
  while (!isReady) {
    await nextTurn()
    turns += 1
  }
  // How many there are depends on the speed of the machine.
  expect(turns).toBeGreaterThan(1)
  expect((await ready)?.isIn(`say ${LONG_LIST.at(-1)}`)).toBe(true)
})
