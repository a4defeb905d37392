import { describe, expect, test } from 'bun:test'
import type { Sink } from '../../../wire/http1/shared/response.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import type { HeldCall } from '../call/held-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { StreamClock } from './stream-clock.ts'
import type { StreamMeter } from './stream-meter.ts'
import { StreamPump } from './stream-pump.ts'

/** A pump of these chunks. `payable`: bytes that the hold can be extended for. */
function pumpOf(chunks: string[], payable = Number.POSITIVE_INFINITY) {
  const read: number[] = []
  const cancelled: string[] = []
  const written: string[] = []
  let counted = 0
  const stream = {
    ...{ heldBytes: 0, isComplete: true, error: undefined },
    push(bytes: Buffer) {
      read.push(bytes.length)
      counted += bytes.length
      return bytes
    },
    end: () => undefined,
  }
  const meter = { countRead: () => counted <= payable, extend: async () => false, noteDelivered() {} }
  const clock = { noteRead: () => false, noteWrite() {} }
  const answer = {
    async each(take: (bytes: Buffer) => Promise<void> | undefined) {
      for (const chunk of chunks) {
        if (cancelled.length > 0) throw new Error('cancelled')
        await take(Buffer.from(chunk))
      }
    },
  }
  const pump = new StreamPump(
    { call: {}, run: {} } as unknown as HeldCall,
    { answer, exchange: { cancel: (why: string) => void cancelled.push(why) } } as unknown as AnsweredAttempt,
    stream as unknown as AnswerStream,
    meter as unknown as StreamMeter,
    clock as unknown as StreamClock,
    {} as RelayDeps,
  )
  return { pump, read, written, cancelled }
}

const sinkTo = (written: string[]): Sink => ({
  write(bytes) {
    written.push(bytes.toString())
    return undefined
  },
  end() {},
})
const NO_HEAD = { bytes: undefined, pending: undefined }

describe('a pump', () => {
  test('delivers what was read of the head, then what follows', async () => {
    const { pump, written } = pumpOf(['b', 'c'])
    const head = { bytes: Buffer.from('a'), pending: undefined }
    expect(await pump.run(head, sinkTo(written))).toBe('stop')
    expect(written).toEqual(['a', 'b', 'c'])
  })

  test('reads a large chunk in pieces, and ends before the first that cannot be paid', async () => {
    const { pump, read, written, cancelled } = pumpOf(['x'.repeat(20_000)], 9000)
    expect(await pump.run(NO_HEAD, sinkTo(written))).toBe('insufficient_quota')
    expect(read).toEqual([4096, 4096, 4096])
    expect(written.join('')).toHaveLength(8192)
    expect(cancelled).toEqual(['insufficient_quota'])
  })

  test('waits while the caller takes no more, and is cut off nevertheless', async () => {
    const { pump, cancelled } = pumpOf(['a', 'b'])
    const running = pump.run(NO_HEAD, { write: () => new Promise(() => {}), end() {} })
    await Promise.resolve()
    expect(pump.isBlocked).toBe(true)
    pump.cutOff('stopped')
    expect(await running).toBe('stopped')
    expect(pump.isBlocked).toBe(false)
    expect(cancelled).toEqual(['stopped'])
  })

  test('writes nothing more for a caller that is gone, and reads on', async () => {
    const { pump, read, written } = pumpOf(['a', 'b'])
    pump.isDraining = true
    expect(await pump.run(NO_HEAD, sinkTo(written))).toBe('stop')
    expect([read.length, written.length]).toEqual([2, 0])
  })
})
