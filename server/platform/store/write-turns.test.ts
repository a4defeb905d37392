import { expect, test } from 'bun:test'
import { createTurnQueue } from './write-turns.ts'

test('turns are taken one after the other, in the order of the requests', async () => {
  const queue = createTurnQueue<string>()
  const order: string[] = []
  let running = 0
  const work = async (name: string) => {
    const end = await queue.take(name)
    expect(++running).toBe(1)
    order.push(name)
    await Bun.sleep(1)
    running -= 1
    end()
    // A second end must not end the turn of the next.
    end()
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(work))
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

test('a holder that is gone neither keeps its turn nor gets another', async () => {
  const queue = createTurnQueue<string>()
  await queue.take('gone')
  const never = queue.take('gone')
  const next = queue.take('next')
  queue.forget('gone')
  const end = await next
  end()
  expect(await Promise.race([never.then(() => 'taken'), Bun.sleep(5).then(() => 'waits')])).toBe('waits')
  ;(await queue.take('later'))()
})
