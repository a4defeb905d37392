import { exchangeHttp1 } from '../../http1/client/exchange.ts'
import type { Exchange, UpstreamAnswer } from '../../http1/client/upstream-answer.ts'
import { createWay, type Way } from '../../http1/client/way.ts'
import { findWay, RESOLVED_HERE } from '../find-way.ts'
import { createGuardedPool } from './guarded-pool.ts'
import { detectMediaType } from './media-type.ts'

/**
 * An image that is being downloaded; `next` returns the next bytes, undefined at the end, and throws when the
 * download breaks off.
 */
export interface ImageDownload {
  type: string
  next(): Promise<Buffer | undefined>
  /** Must be called in the end. */
  close(): void
}

/**
 * The content of a URL is not an image that may be shown, or cannot be fetched. The text is for the log: it may
 * contain hosts.
 */
export class ImageError extends Error {
  override readonly name = 'PictureError'
}

const TIMEOUT_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_REDIRECTS = 3
const MAX_SIGNATURE_BYTES = 16
const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Switchyard' }
const NOTHING = Buffer.alloc(0)
const pools = { own: createGuardedPool(true), foreign: createGuardedPool(false) }

/** A service of the operator: its host, "" = none, and how it is reached. */
interface OwnService {
  host: string
  way?: Way | undefined
}

/**
 * Opens an image for reading. Only `own`, a service that the operator has configured, may be in a private
 * network; every redirect is checked again. The bytes decide the type, whatever is declared: texts, SVG and pages
 * are never returned. `ended` is called once: at the close, after an error, or at the timeout, even while the image
 * is being read. Throws PictureError.
 */
export async function openImage(
  url: string,
  { host, way }: OwnService,
  onEnd: () => void,
  timeoutMs = TIMEOUT_MS,
): Promise<ImageDownload> {
  let exchange: Exchange | undefined
  let reason = ''
  let isOver = false
  const close = () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    exchange?.cancel(reason || 'the rest is not needed')
    onEnd()
  }
  const timer = setTimeout(() => {
    reason = 'took too long'
    close()
  }, timeoutMs)
  try {
    let address = url
    const foreignWay = way?.proxy ? createWay({ proxy: way.proxy, alwaysTunnels: true }) : RESOLVED_HERE
    for (let redirects = 0; redirects <= MAX_REDIRECTS && !reason; redirects++) {
      exchange = send(address, host, foreignWay, way)
      const answer = await exchange.answer
      const location = answer.header('location')
      if (!(answer.status >= 300 && answer.status < 400 && location)) return { ...(await readImage(answer)), close }
      exchange.cancel('it is somewhere else')
      if (!URL.canParse(location, address)) break
      address = new URL(location, address).href
    }
    throw new ImageError('is redirected without a location')
  } catch (error) {
    close()
    throw error instanceof ImageError ? error : new ImageError(reason || String(error))
  }
}

function send(address: string, ownHost: string, foreign: Way | undefined, own: Way | undefined): Exchange {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new ImageError('is not an http(s) URL')
  if (url.username || url.password) throw new ImageError('has a password in its URL')
  url.hash = ''
  const isOwn = url.hostname === ownHost
  const way = findWay(url.href, isOwn ? own : foreign)
  const request = { method: 'GET', url: url.href, headers: HEADERS, body: NOTHING, way } as const
  return exchangeHttp1(request, isOwn ? pools.own : pools.foreign)
}

async function readImage(answer: UpstreamAnswer): Promise<Pick<ImageDownload, 'type' | 'next'>> {
  if (answer.status !== 200) throw new ImageError(`was answered with status ${answer.status}`)
  const declared = answer.header('content-type') ?? ''
  if (declared && !/^(?:image\/(?!svg)|application\/octet-stream)/i.test(declared)) {
    throw new ImageError(`has the content type ${declared}`)
  }
  if (Number(answer.header('content-length')) > MAX_BYTES) throw new ImageError('is too large')
  let start: Buffer | undefined = NOTHING
  while (start.length < MAX_SIGNATURE_BYTES) {
    const part = await answer.read()
    if (!part) break
    start = Buffer.concat([start, part])
  }
  const type = detectMediaType(start)
  if (!type?.startsWith('image/')) throw new ImageError('is not an image')
  let left = MAX_BYTES
  return {
    type,
    async next() {
      const first = start
      start = undefined
      // Copied, because a chunk may be a view of a buffer that is reused.
      const part = first ?? (await answer.read())
      left -= part?.length ?? 0
      if (left < 0) throw new ImageError('is too large')
      return part && Buffer.from(part)
    },
  }
}
