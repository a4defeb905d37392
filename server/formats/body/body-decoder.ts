import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { workOn } from '../../platform/async/in-slices.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createDecoder, isKnownCoding, readCodings } from '../../wire/http1/shared/content-coding.ts'
import { concatInSteps } from './concat-in-steps.ts'

/** No client needs more codings on top of each other. */
const MAX_CODINGS = 2

/**
 * Returns the decoder of a body's compression; undefined = there is none. `count` is called with the size of each
 * decoded piece before it is kept, and may throw. Throws encoding_unsupported for an unknown coding; the result
 * rejects with body_invalid for a body that does not match its header, and with what `count` throws.
 */
export function createBodyDecoder(
  header: string | undefined,
): ((body: Buffer, count: (bytes: number) => void) => Promise<Buffer>) | undefined {
  if (header === undefined) return undefined
  const codings = readCodings(header).reverse()
  if (codings.length === 0) return undefined
  const unknown = codings.find((coding) => !isKnownCoding(coding))
  if (unknown !== undefined || codings.length > MAX_CODINGS) {
    throw new ApiError('encoding_unsupported', { encoding: (unknown ?? codings.join(', ')).slice(0, 100) })
  }
  return async (body, count) => {
    let clear = body
    for (const coding of codings) clear = await decode(clear, coding, count)
    return clear
  }
}

async function decode(body: Buffer, coding: string, count: (bytes: number) => void): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  const decoder = createDecoder(coding)
  if (!decoder) throw new ApiError('encoding_unsupported', { encoding: coding })
  try {
    await pipeline(Readable.from([body]), decoder, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        count(piece.length)
        size += piece.length
        parts.push(piece)
      }
    })
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('body_invalid', { detail: `it is not valid ${coding}` })
  }
  return workOn({ length: size }, concatInSteps(parts))
}
