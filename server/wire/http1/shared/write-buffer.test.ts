import { expect, test } from 'bun:test'
import { WriteBuffer } from './write-buffer.ts'

/** A socket that accepts as many bytes as configured, and records them. */
function socketTaking(...takes: number[]) {
  const taken: Buffer[] = []
  const socket = {
    writes: 0,
    /** The results of the next writes; afterwards everything is accepted. */
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
  const buffer = new WriteBuffer(socket)
  buffer.send(Buffer.from('a'))
  buffer.sendFramed('before ', Buffer.from('b'), ' behind')
  buffer.sendFramed('\xe9 ', Buffer.from('é'))
  expect(socket.text()).toBe(`abefore b behind\xe9 ${Buffer.from('é').toString('latin1')}`)
  expect(socket.writes).toBe(3)
  expect(buffer.isEmpty).toBe(true)
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
    new WriteBuffer(socket).sendMessage(head, pattern(length))
    expect(socket.text()).toBe(`length: ${length}\r\n\r\n${pattern(length).toString('latin1')}`)
    expect(socket.writes).toBe(writes)
  }
})

test('nothing is not written', () => {
  const socket = socketTaking()
  const buffer = new WriteBuffer(socket)
  buffer.send(new Uint8Array())
  buffer.sendFramed('', new Uint8Array())
  buffer.flush()
  expect(socket.writes).toBe(0)
  buffer.sendFramed('', pattern(SCRATCH_BYTES + 1))
  expect(socket.writes).toBe(1)
})

test('what a socket does not take waits, and everything behind it', () => {
  const socket = socketTaking(3, 0, 2, 1)
  const buffer = new WriteBuffer(socket)
  buffer.send(Buffer.from('abcde'))
  expect(buffer.isEmpty).toBe(false)
  buffer.send(Buffer.from('fg'))
  buffer.sendFramed('<', Buffer.from('hi'), '>')
  expect(socket.text()).toBe('abc')
  buffer.flush()
  expect(socket.text()).toBe('abc')
  buffer.flush()
  expect(socket.text()).toBe('abcdef')
  expect(buffer.isEmpty).toBe(false)
  buffer.flush()
  expect(socket.text()).toBe('abcdefg<hi>')
  expect(buffer.isEmpty).toBe(true)
})

test.each([0, 1, 7, 8, 9])('frames that wait stay as they were: a socket that took %d bytes first', (first) => {
  const socket = socketTaking(first, 0)
  const buffer = new WriteBuffer(socket)
  const bytes = Buffer.from('one')
  buffer.sendFramed('<1 ', bytes, ' 1>')
  // Meanwhile another write buffer uses the same scratch memory, and the owner changes its bytes.
  bytes.fill('x')
  new WriteBuffer(socketTaking()).sendFramed('XXX', Buffer.alloc(100, 'X'), 'XXX')
  buffer.sendFramed('<2 ', Buffer.from('two'), ' 2>')
  buffer.flush()
  buffer.flush()
  expect(socket.text()).toBe('<1 one 1><2 two 2>')
})

test.each([-2, -1, 0, 1, 2])('frames around the size of the room are whole: %d', (more) => {
  const bytes = pattern(SCRATCH_BYTES - 10 + more)
  for (const takes of [[], [0], [5], [SCRATCH_BYTES - 3], [SCRATCH_BYTES], [5, 70, 0, SCRATCH_BYTES - 100]]) {
    const socket = socketTaking(...takes)
    const buffer = new WriteBuffer(socket)
    buffer.sendFramed('before', bytes, 'last')
    for (let turn = 0; turn < 9 && !buffer.isEmpty; turn++) buffer.flush()
    expect(buffer.isEmpty).toBe(true)
    expect(socket.text() === `before${bytes.toString('latin1')}last`).toBe(true)
  }
})

test('a frame that fits is one write, a larger one goes out without a copy', () => {
  const socket = socketTaking()
  new WriteBuffer(socket).sendFramed('12345', pattern(SCRATCH_BYTES - 10), '67890')
  expect(socket.writes).toBe(1)
  let same = false
  const bytes = pattern(SCRATCH_BYTES + 1)
  const write = (given: Uint8Array, _start: number, length: number) => {
    same ||= given === bytes
    return length
  }
  new WriteBuffer({ write }).sendFramed('a', bytes)
  expect(same).toBe(true)
})

test('what is for a closed socket is forgotten', () => {
  const socket = socketTaking(-1, -1, -1, -1)
  const buffer = new WriteBuffer(socket)
  buffer.send(Buffer.from('a'))
  buffer.sendFramed('<', Buffer.from('b'), '>')
  buffer.sendFramed('<', pattern(SCRATCH_BYTES))
  expect(buffer.isEmpty).toBe(true)
  expect(socket.text()).toBe('')
})

test('a socket that closes while something waits is done with', () => {
  const socket = socketTaking(1, -1, -1)
  const buffer = new WriteBuffer(socket)
  buffer.send(Buffer.from('abc'))
  buffer.send(Buffer.from('def'))
  buffer.flush()
  expect(buffer.isEmpty).toBe(true)
  expect(socket.text()).toBe('a')
})

test('who waits is told when everything is on its way, and not before', async () => {
  const socket = socketTaking(1, 1, 0)
  const buffer = new WriteBuffer(socket)
  await buffer.drained()
  buffer.send(Buffer.from('abc'))
  const told: string[] = []
  const waits = ['one', 'two'].map((name) => buffer.drained().then(() => told.push(name)))
  for (const taken of ['ab', 'ab']) {
    buffer.flush()
    await Promise.resolve()
    expect([socket.text(), told]).toEqual([taken, []])
  }
  buffer.flush()
  await Promise.all(waits)
  expect(told).toEqual(['one', 'two'])
})

test('who waits for a socket that goes away waits no longer, and what was for it is dropped', async () => {
  const socket = socketTaking(1, -1)
  const buffer = new WriteBuffer(socket)
  buffer.send(Buffer.from('abc'))
  const wait = buffer.drained()
  buffer.close()
  await wait
  expect(buffer.isEmpty).toBe(true)
  buffer.send(Buffer.from('d'))
  await buffer.drained()
  buffer.flush()
  expect(socket.text()).toBe('a')
})

test('a chunk is its length, its bytes and the line ends, in one write where it fits', () => {
  for (const length of [1, 9, 15, 16, 255, 256, 4095, 4096, 4097, 65_535 - 8, 65_536 - 8, 65_536 - 7, 65_536, 70_000]) {
    const bytes = pattern(length)
    for (const takes of [[], [0], [3, 0, 1], [length]]) {
      const socket = socketTaking(...takes)
      const buffer = new WriteBuffer(socket)
      buffer.sendChunk(bytes)
      for (let turn = 0; turn < 9 && !buffer.isEmpty; turn++) buffer.flush()
      expect(socket.text() === `${length.toString(16)}\r\n${bytes.toString('latin1')}\r\n`).toBe(true)
    }
    const socket = socketTaking()
    new WriteBuffer(socket).sendChunk(bytes)
    expect(socket.writes).toBe(length <= 65_536 - 8 ? 1 : 3)
  }
})
