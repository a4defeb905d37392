import { expect, test } from 'bun:test'
import { Outbox } from './write-buffer.ts'

/** A socket that takes as much as it is told to, and keeps what it took. */
function socketTaking(...takes: number[]) {
  const taken: Buffer[] = []
  const socket = {
    writes: 0,
    /** What the next writes are answered with; then everything is taken. */
    takes,
    write(bytes: Uint8Array, start: number, length: number): number {
      socket.writes++
      const take = Math.min(takes.shift() ?? length, length)
      if (take > 0) taken.push(Buffer.from(bytes.subarray(start, start + take)))
      return take
    },
    text: () => Buffer.concat(taken).toString('latin1'),
  }
  return socket
}

const SCRATCH_BYTES = 64 * 1024
const pattern = (length: number) => Buffer.alloc(length, '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTU')

test('bytes go out at once, a frame in one write', () => {
  const socket = socketTaking()
  const outbox = new Outbox(socket)
  outbox.send(Buffer.from('a'))
  outbox.sendFramed('before ', Buffer.from('b'), ' behind')
  outbox.sendFramed('\xe9 ', Buffer.from('é'))
  expect(socket.text()).toBe(`abefore b behind\xe9 ${Buffer.from('é').toString('latin1')}`)
  expect(socket.writes).toBe(3)
  expect(outbox.empty).toBe(true)
})

test('a message tells the length of its body, in one write where it fits', () => {
  const head = Buffer.from('length: ')
  const most = SCRATCH_BYTES - head.length - 9
  for (const [length, writes] of [
    [0, 1],
    [7, 1],
    [1234, 1],
    [most, 1],
    [most + 1, 2],
    [3 * SCRATCH_BYTES, 2],
  ] as const) {
    const socket = socketTaking()
    new Outbox(socket).sendMessage(head, pattern(length))
    expect(socket.text()).toBe(`length: ${length}\r\n\r\n${pattern(length).toString('latin1')}`)
    expect(socket.writes).toBe(writes)
  }
})

test('nothing is not written', () => {
  const socket = socketTaking()
  const outbox = new Outbox(socket)
  outbox.send(new Uint8Array())
  outbox.sendFramed('', new Uint8Array())
  outbox.flush()
  expect(socket.writes).toBe(0)
  outbox.sendFramed('', pattern(SCRATCH_BYTES + 1))
  expect(socket.writes).toBe(1)
})

test('what a socket does not take waits, and everything behind it', () => {
  const socket = socketTaking(3, 0, 2, 1)
  const outbox = new Outbox(socket)
  outbox.send(Buffer.from('abcde'))
  expect(outbox.empty).toBe(false)
  outbox.send(Buffer.from('fg'))
  outbox.sendFramed('<', Buffer.from('hi'), '>')
  expect(socket.text()).toBe('abc')
  outbox.flush()
  expect(socket.text()).toBe('abc')
  outbox.flush()
  expect(socket.text()).toBe('abcdef')
  expect(outbox.empty).toBe(false)
  outbox.flush()
  expect(socket.text()).toBe('abcdefg<hi>')
  expect(outbox.empty).toBe(true)
})

test.each([0, 1, 7, 8, 9])('frames that wait stay as they were: a socket that took %d bytes first', (first) => {
  const socket = socketTaking(first, 0)
  const outbox = new Outbox(socket)
  const bytes = Buffer.from('one')
  outbox.sendFramed('<1 ', bytes, ' 1>')
  // Another outbox uses the same room in the meantime, and so does the owner of the bytes.
  bytes.fill('x')
  new Outbox(socketTaking()).sendFramed('XXX', Buffer.alloc(100, 'X'), 'XXX')
  outbox.sendFramed('<2 ', Buffer.from('two'), ' 2>')
  outbox.flush()
  outbox.flush()
  expect(socket.text()).toBe('<1 one 1><2 two 2>')
})

test.each([-2, -1, 0, 1, 2])('frames around the size of the room are whole: %d', (more) => {
  const bytes = pattern(SCRATCH_BYTES - 10 + more)
  for (const takes of [[], [0], [5], [SCRATCH_BYTES - 3], [SCRATCH_BYTES], [5, 70, 0, SCRATCH_BYTES - 100]]) {
    const socket = socketTaking(...takes)
    const outbox = new Outbox(socket)
    outbox.sendFramed('before', bytes, 'last')
    for (let turn = 0; turn < 9 && !outbox.empty; turn++) outbox.flush()
    expect(outbox.empty).toBe(true)
    expect(socket.text() === `before${bytes.toString('latin1')}last`).toBe(true)
  }
})

test('a frame that fits is one write, a larger one goes out without a copy', () => {
  const socket = socketTaking()
  new Outbox(socket).sendFramed('12345', pattern(SCRATCH_BYTES - 10), '67890')
  expect(socket.writes).toBe(1)
  let same = false
  const bytes = pattern(SCRATCH_BYTES + 1)
  const write = (given: Uint8Array, _start: number, length: number) => {
    same ||= given === bytes
    return length
  }
  new Outbox({ write }).sendFramed('a', bytes)
  expect(same).toBe(true)
})

test('what is for a closed socket is forgotten', () => {
  const socket = socketTaking(-1, -1, -1, -1)
  const outbox = new Outbox(socket)
  outbox.send(Buffer.from('a'))
  outbox.sendFramed('<', Buffer.from('b'), '>')
  outbox.sendFramed('<', pattern(SCRATCH_BYTES))
  expect(outbox.empty).toBe(true)
  expect(socket.text()).toBe('')
})

test('a socket that closes while something waits is done with', () => {
  const socket = socketTaking(1, -1, -1)
  const outbox = new Outbox(socket)
  outbox.send(Buffer.from('abc'))
  outbox.send(Buffer.from('def'))
  outbox.flush()
  expect(outbox.empty).toBe(true)
  expect(socket.text()).toBe('a')
})

test('who waits is told when everything is on its way, and not before', async () => {
  const socket = socketTaking(1, 1, 0)
  const outbox = new Outbox(socket)
  await outbox.drained()
  outbox.send(Buffer.from('abc'))
  const told: string[] = []
  const waits = ['one', 'two'].map((name) => outbox.drained().then(() => told.push(name)))
  for (const taken of ['ab', 'ab']) {
    outbox.flush()
    await Promise.resolve()
    expect([socket.text(), told]).toEqual([taken, []])
  }
  outbox.flush()
  await Promise.all(waits)
  expect(told).toEqual(['one', 'two'])
})

test('who waits for a socket that goes away waits no longer, and what was for it is dropped', async () => {
  const socket = socketTaking(1, -1)
  const outbox = new Outbox(socket)
  outbox.send(Buffer.from('abc'))
  const wait = outbox.drained()
  outbox.close()
  await wait
  expect(outbox.empty).toBe(true)
  outbox.send(Buffer.from('d'))
  await outbox.drained()
  outbox.flush()
  expect(socket.text()).toBe('a')
})

test('a chunk is its length, its bytes and the line ends, in one write where it fits', () => {
  for (const length of [1, 9, 15, 16, 255, 256, 4095, 4096, 4097, 65_535 - 8, 65_536 - 8, 65_536 - 7, 65_536, 70_000]) {
    const bytes = pattern(length)
    for (const takes of [[], [0], [3, 0, 1], [length]]) {
      const socket = socketTaking(...takes)
      const outbox = new Outbox(socket)
      outbox.sendChunk(bytes)
      for (let turn = 0; turn < 9 && !outbox.empty; turn++) outbox.flush()
      expect(socket.text() === `${length.toString(16)}\r\n${bytes.toString('latin1')}\r\n`).toBe(true)
    }
    const socket = socketTaking()
    new Outbox(socket).sendChunk(bytes)
    expect(socket.writes).toBe(length <= 65_536 - 8 ? 1 : 3)
  }
})
