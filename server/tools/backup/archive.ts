import { ByteQueue } from './byte-queue.ts'
import { UnreadableBackup } from './sealed-file.ts'

/** A named part of an archive. */
export interface ArchiveEntry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const MAX_NAME_BYTES = 1024
const MAX_BLOCK_BYTES = 4 * 1024 * 1024

/**
 * Writes entries one behind the other: length and name, then blocks of length and bytes, then a zero. An entry
 * without a name ends the archive. Lengths are not needed in advance.
 */
export async function* writeArchive(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield block(Buffer.from(name))
    for await (const bytes of content) {
      for (let at = 0; at < bytes.length; at += MAX_BLOCK_BYTES) yield block(bytes.subarray(at, at + MAX_BLOCK_BYTES))
    }
    yield block(Buffer.alloc(0))
  }
  yield block(Buffer.alloc(0))
}

function block(bytes: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(4 + bytes.length)
  framed.writeUInt32BE(bytes.length)
  framed.set(bytes, 4)
  return framed
}

/** An entry that is read. Its content must be read to its end before the next entry. */
export interface ReadEntry {
  name: string
  content: AsyncGenerator<Buffer>
}

/** Reads the entries of an archive. Ends normally only when the archive has its end, and nothing behind it. */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const take = createTaker(source)
  while (true) {
    const name = (await take(await lengthOf(MAX_NAME_BYTES))).toString()
    if (name === '') break
    yield { name, content: blocks() }
  }
  if (!(await take.isAtEnd())) throw new UnreadableBackup('the backup has bytes behind its end')

  async function lengthOf(max: number): Promise<number> {
    const length = (await take(4)).readUInt32BE()
    if (length > max) throw new UnreadableBackup('the backup is damaged')
    return length
  }
  async function* blocks(): AsyncGenerator<Buffer> {
    for (let length = await lengthOf(MAX_BLOCK_BYTES); length > 0; length = await lengthOf(MAX_BLOCK_BYTES)) {
      yield await take(length)
    }
  }
}

/** Takes bytes off a source in the lengths that are asked for. */
function createTaker(source: AsyncIterable<Uint8Array>) {
  const parts = source[Symbol.asyncIterator]()
  const pending = new ByteQueue()
  async function more(): Promise<boolean> {
    const { value, done } = await parts.next()
    if (done) return false
    pending.push(value)
    return true
  }
  async function take(length: number): Promise<Buffer> {
    while (pending.length < length) {
      if (!(await more())) throw new UnreadableBackup('the backup ends too early')
    }
    return pending.take(length)
  }
  return Object.assign(take, {
    async isAtEnd(): Promise<boolean> {
      while (pending.length === 0) if (!(await more())) return true
      return false
    },
  })
}

/** Reads a small entry whole. */
export async function wholeContent({ content }: ReadEntry): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(content))
}
