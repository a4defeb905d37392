import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../errors/api-error.ts'
import { codingsIn, decoderOf, knowsCoding } from '../http1/shared/content-coding.ts'

/** More codings on top of each other serve nobody. */
const MOST_CODINGS = 2

/**
 * What takes the compression off a body; undefined = there is none. `count` learns of each decoded piece before it is
 * kept, and may throw. Throws encoding_unsupported for a coding that is not known; the result rejects with body_invalid
 * for a body that is not what its header says, and with what `count` throws.
 */
export function bodyDecoder(
  header: string | undefined,
): ((body: Buffer, count: (bytes: number) => void) => Promise<Buffer>) | undefined {
  if (header === undefined) return undefined
  const codings = codingsIn(header).reverse()
  if (codings.length === 0) return undefined
  const unknown = codings.find((coding) => !knowsCoding(coding))
  if (unknown !== undefined || codings.length > MOST_CODINGS) {
    throw new Failure('encoding_unsupported', { encoding: (unknown ?? codings.join(', ')).slice(0, 100) })
  }
  return async (body, count) => {
    let clear = body
    for (const coding of codings) clear = await decode(clear, coding, count)
    return clear
  }
}

async function decode(body: Buffer, coding: string, count: (bytes: number) => void): Promise<Buffer> {
  const parts: Buffer[] = []
  const decoder = decoderOf(coding)
  if (!decoder) throw new Failure('encoding_unsupported', { encoding: coding })
  try {
    await pipeline(Readable.from([body]), decoder, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        count(piece.length)
        parts.push(piece)
      }
    })
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('body_invalid', { detail: `it is not valid ${coding}` })
  }
  return Buffer.concat(parts)
}
