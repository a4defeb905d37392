import { expect, test } from 'bun:test'
import type { Failure } from './failure.ts'
import { openLimits } from './limits.ts'

const open = () => openLimits({ rateLimit: true, redisUrl: undefined })

async function refusal(call: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    return error as Failure
  }
}

const times = async (count: number, call: () => Promise<unknown>) => {
  for (let done = 0; done < count; done++) await call()
}

test('an address has 180 calls, then is told how long to wait', async () => {
  const limits = open()
  await times(180, () => limits.call({ ip: '192.0.2.1' }))
  const failure = await refusal(limits.call({ ip: '192.0.2.1' }))
  expect(failure?.code).toBe('too_many_requests')
  expect(failure?.retryAfter).toBeWithin(1, 181)
  await limits.call({ ip: '192.0.2.2' })
  await limits.call({ userId: 1 })
})

test('wrong passwords lock out the pair of address and account, not others behind the address', async () => {
  const limits = open()
  await times(20, () => limits.password('192.0.2.1', 'alice'))
  expect((await refusal(limits.password('192.0.2.1', 'alice')))?.code).toBe('too_many_requests')
  await limits.password('192.0.2.1', 'bob')
  await limits.password('192.0.2.2', 'alice')
})

test('an account cannot be guessed from many addresses without end', async () => {
  const limits = open()
  let tries = 0
  await times(200, () => limits.password(`192.0.2.${tries++ % 250}`, 'alice'))
  expect((await refusal(limits.password('198.51.100.1', 'alice')))?.code).toBe('too_many_requests')
})

test('right passwords are given back', async () => {
  const limits = open()
  await times(50, async () => (await limits.password('192.0.2.1', 'alice'))())
})

test('switched off, nothing is refused', async () => {
  const limits = openLimits({ rateLimit: false, redisUrl: undefined })
  await times(300, () => limits.call({ ip: '192.0.2.1' }))
})
