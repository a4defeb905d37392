import { expect, test } from 'bun:test'
import { maxSize, readAll } from './read-all.ts'

/** An answer made of chunks; counts how many were read. */
function answerOf(parts: Iterable<Buffer>) {
  const list = parts[Symbol.iterator]()
  const answer = {
    asked: 0,
    read(): Buffer | undefined {
      answer.asked += 1
      return list.next().value
    },
  }
  return answer
}

function* many(parts: number, bytes: number) {
  for (let i = 0; i < parts; i++) yield Buffer.alloc(bytes, 'a')
}

test('a body is put together, however small its parts are', async () => {
  const text = 'abcdefghij'.repeat(1000)
  for (const size of [1, 7, 4096, text.length]) {
    const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      Buffer.from(text.slice(i * size, (i + 1) * size)),
    )
    expect((await readAll(answerOf(parts))).toString()).toBe(text)
  }
  expect(await readAll(answerOf([]))).toHaveLength(0)
})

test('a body that is too long is not read to its end', async () => {
  const answer = answerOf(many(100, 1000))
  await expect(readAll(answer, maxSize(10_000))).rejects.toThrow('longer than 10000 bytes')
  expect(answer.asked).toBe(11)
})

test('a million parts of one byte cost little more than a million bytes', async () => {
  function* bytes() {
    const arrived = Buffer.alloc(64 * 1024, 'a')
    for (let i = 0; i < 1_000_000; i++) yield arrived.subarray(i % arrived.length, (i % arrived.length) + 1)
  }
  let most = 0
  const answer = answerOf(bytes())
  const watched = {
    read() {
      const part = answer.read()
      if (answer.asked % 100_000 === 0) {
        Bun.gc(true)
        most = Math.max(most, process.memoryUsage().heapUsed)
      }
      return part
    },
  }
  Bun.gc(true)
  const before = process.memoryUsage().heapUsed
  expect(await readAll(watched)).toHaveLength(1_000_000)
  expect(most - before).toBeLessThan(20_000_000)
})
