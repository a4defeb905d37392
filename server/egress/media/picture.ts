import type { Exchange, UpstreamAnswer } from '../../http1/client/answer.ts'
import { exchangeHttp1 } from '../../http1/client/exchange.ts'
import { guardedPool } from './guarded-pool.ts'
import { mediaTypeOf } from './media-type.ts'

/** A picture on its way; `next` gives the rest of its bytes, undefined at the end, and throws when it breaks off. */
export interface Picture {
  type: string
  next(): Promise<Buffer | undefined>
  /** Must be called in the end. */
  close(): void
}

/** What is at an address is no picture that may be shown, or cannot be had. The text is for the log: it may name hosts. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

const TIMEOUT_MS = 60_000
const MOST_BYTES = 64 * 1024 * 1024
const MOST_REDIRECTS = 3
const ENOUGH_TO_KNOW = 16
const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Switchyard' }
const NOTHING = Buffer.alloc(0)
const pools = { own: guardedPool(true), foreign: guardedPool(false) }

/**
 * Opens a picture for reading. Only `ownHost`, a service that the operator has named, may be in a private network; every
 * redirect is judged anew. What the bytes are decides about the type, whatever is said of them: no text, no SVG, no page
 * ever comes from here. `ended` is called once: at the close, after an error, or when it took too long, whoever still reads.
 * Throws PictureError.
 */
export async function openPicture(
  url: string,
  ownHost: string,
  ended: () => void,
  timeoutMs = TIMEOUT_MS,
): Promise<Picture> {
  let exchange: Exchange | undefined
  let reason = ''
  let isOver = false
  const close = () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    exchange?.cancel(reason || 'the rest is not needed')
    ended()
  }
  const timer = setTimeout(() => {
    reason = 'took too long'
    close()
  }, timeoutMs)
  try {
    let address = url
    for (let redirects = 0; redirects <= MOST_REDIRECTS && !reason; redirects++) {
      exchange = send(address, ownHost)
      const answer = await exchange.answer
      const location = answer.header('location')
      if (!(answer.status >= 300 && answer.status < 400 && location)) return { ...(await reading(answer)), close }
      exchange.cancel('it is somewhere else')
      if (!URL.canParse(location, address)) break
      address = new URL(location, address).href
    }
    throw new PictureError('is redirected to nowhere')
  } catch (error) {
    close()
    throw error instanceof PictureError ? error : new PictureError(reason || String(error))
  }
}

function send(address: string, ownHost: string): Exchange {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new PictureError('is not at an http(s) address')
  if (url.username || url.password) throw new PictureError('has a password in its address')
  url.hash = ''
  const pool = url.hostname === ownHost ? pools.own : pools.foreign
  return exchangeHttp1({ method: 'GET', url: url.href, headers: HEADERS, body: NOTHING }, pool)
}

async function reading(answer: UpstreamAnswer): Promise<Pick<Picture, 'type' | 'next'>> {
  if (answer.status !== 200) throw new PictureError(`is answered with status ${answer.status}`)
  const declared = answer.header('content-type') ?? ''
  if (declared && !/^(?:image\/(?!svg)|application\/octet-stream)/i.test(declared)) {
    throw new PictureError(`is called ${declared}`)
  }
  if (Number(answer.header('content-length')) > MOST_BYTES) throw new PictureError('is too large')
  let start: Buffer | undefined = NOTHING
  while (start.length < ENOUGH_TO_KNOW) {
    const part = await answer.read()
    if (!part) break
    start = Buffer.concat([start, part])
  }
  const type = mediaTypeOf(start)
  if (!type?.startsWith('image/')) throw new PictureError('has not the bytes of a picture')
  let left = MOST_BYTES
  return {
    type,
    async next() {
      const first = start
      start = undefined
      // A part may be a view of a buffer that is used again.
      const part = first ?? (await answer.read())
      left -= part?.length ?? 0
      if (left < 0) throw new PictureError('is too large')
      return part && Buffer.from(part)
    },
  }
}
