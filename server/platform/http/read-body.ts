import { every } from '../async/ticker.ts'
import { ApiError } from '../errors/api-error.ts'
import { SMALL_BYTES } from '../memory/memory-budget.ts'
import { BodyPace } from './body-pace.ts'

const MEGABYTE = 1024 * 1024
const LOOK_MS = 1000

/** Requests whose bodies were given up before their end. */
const abandoned = new WeakSet<Request>()

export const bodyTooLarge = (maxBytes: number) =>
  new ApiError('body_too_large', { max: Math.floor(maxBytes / MEGABYTE) })

/** The announced length of a request's body in bytes; 0 = unknown, or none. */
export const announcedLength = (request: Request): number => Number(request.headers.get('content-length') ?? 0)

/** Whether the caller may still be sending a body that nobody waits for: the connection cannot be used again. */
export function mayStillArrive(request: Request): boolean {
  if (announcedLength(request) === 0 && !request.headers.has('transfer-encoding')) return false
  return !request.bodyUsed || abandoned.has(request)
}

/**
 * Whether the connection of an answered request must end. A small body that nobody read is read now, so that requests
 * that were sent behind it are answered.
 */
export async function mustEndConnection(request: Request): Promise<boolean> {
  const length = announcedLength(request)
  if (length > 0 && length <= SMALL_BYTES && !request.bodyUsed)
    await readArrivingBody(request, SMALL_BYTES).catch(() => {})
  return mayStillArrive(request)
}

/**
 * Reads the body of a web-standard request: the one way to do so. `onBytes` is called with the size of each piece, and
 * may throw. Throws body_too_large at once where that is announced, body_too_slow, and body_invalid when the caller
 * disconnects.
 */
export async function readArrivingBody(
  request: Request,
  maxBytes: number,
  onBytes?: (bytes: number) => void,
): Promise<Buffer> {
  const announced = announcedLength(request)
  if (announced > maxBytes) throw bodyTooLarge(maxBytes)
  if (!request.body) return Buffer.alloc(0)
  abandoned.add(request)
  const reader = request.body.getReader()
  const pace = new BodyPace(announced)
  const tooSlow = Promise.withResolvers<never>()
  tooSlow.promise.catch(() => {})
  const stop = every(LOOK_MS, () => pace.isTooSlow() && tooSlow.reject(new ApiError('body_too_slow')))
  try {
    const body = await collect(reader, tooSlow.promise, (bytes, size) => {
      pace.add(bytes)
      if (size > maxBytes) throw bodyTooLarge(maxBytes)
      onBytes?.(bytes)
    })
    abandoned.delete(request)
    return body
  } finally {
    void stop()
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  tooSlow: Promise<never>,
  onPiece: (bytes: number, size: number) => void,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const cutOff = () => {
    throw new ApiError('body_invalid', { detail: 'it ended early' })
  }
  for (let size = 0; ; ) {
    const { done, value } = await Promise.race([reader.read().catch(cutOff), tooSlow])
    if (done) return Buffer.concat(parts)
    size += value.length
    onPiece(value.length, size)
    parts.push(value)
  }
}
