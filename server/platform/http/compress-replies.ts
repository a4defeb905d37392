import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { acceptsEncoding } from './accepts-encoding.ts'
import type { Env } from './context.ts'

const deflate = promisify(gzip)

/** Smaller replies fit into one packet without compression. */
const MIN_BYTES = 1400
/** Replies are compressed once and read once: the last few per cent cost more time than they save. */
const LEVEL = 4

/**
 * Sends JSON of the console's API with gzip to clients that accept it, which reduces lists of models and prices to
 * a tenth. Replies that set a cookie and streamed ones (files, events) stay uncompressed.
 */
export const compressReplies: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (!/^application\/json(?:;|$)/.test(c.res.headers.get('Content-Type') ?? '')) return
  c.res.headers.append('Vary', 'Accept-Encoding')
  const offered = c.req.header('Accept-Encoding')
  if (!offered || !acceptsEncoding(offered, 'gzip') || c.res.headers.has('Set-Cookie')) return
  const plain = await c.res.arrayBuffer()
  const isLargeEnough = plain.byteLength >= MIN_BYTES
  c.res = new Response(isLargeEnough ? await deflate(plain, { level: LEVEL }) : plain, c.res)
  c.res.headers.delete('Content-Length')
  if (isLargeEnough) c.res.headers.set('Content-Encoding', 'gzip')
}
