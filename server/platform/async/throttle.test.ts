import { expect, test } from 'bun:test'
import { throttleMessages } from './throttle.ts'

test('says a thing at once, then after a pause how often it would have been said', () => {
  const said: string[] = []
  let time = 0
  const say = throttleMessages(
    (message) => said.push(message),
    1000,
    () => time,
  )
  for (time of [0, 1, 999, 1000, 1001]) say('away')
  expect(said).toEqual(['away', 'away (and 2 more times since the last report)'])
})
