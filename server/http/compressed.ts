import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './context.ts'
import { accepts } from './encodings.ts'

const deflate = promisify(gzip)

/** What is smaller fits into a packet as it is. */
const WORTH_BYTES = 1400
/** Replies are written once and read once: the last few per cent cost more time than they save. */
const LEVEL = 4

/**
 * Sends JSON of the console's interface with gzip to who takes that; lists of models and prices are a tenth of their
 * size then. Replies that set a cookie and those that are written as they come (files, events) stay as they are.
 */
export const compressed: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (!/^application\/json(?:;|$)/.test(c.res.headers.get('Content-Type') ?? '')) return
  c.res.headers.append('Vary', 'Accept-Encoding')
  const offered = c.req.header('Accept-Encoding')
  if (!offered || !accepts(offered, 'gzip') || c.res.headers.has('Set-Cookie')) return
  const plain = await c.res.arrayBuffer()
  const isWorth = plain.byteLength >= WORTH_BYTES
  c.res = new Response(isWorth ? await deflate(plain, { level: LEVEL }) : plain, c.res)
  c.res.headers.delete('Content-Length')
  if (isWorth) c.res.headers.set('Content-Encoding', 'gzip')
}
