import type { Platform } from '../../../../platform/platform.ts'
import { type ImageDownload, openImage } from '../../../../wire/egress/media/open-image.ts'
import type { Calls } from '../../../calls.ts'
import { findDrawingsById } from '../../../tasks/queries.ts'

const MAX_DOWNLOADS = 64
/** Limit per address, so that one slow reader cannot take all slots. */
const MAX_DOWNLOADS_PER_IP = 16
const open: string[] = []

/** Takes a slot; returns the function that frees it, or undefined when no slot is free. */
function acquireSlot(ip: string): (() => void) | undefined {
  if (open.length >= MAX_DOWNLOADS || open.filter((other) => other === ip).length >= MAX_DOWNLOADS_PER_IP)
    return undefined
  open.push(ip)
  return () => void open.splice(open.indexOf(ip), 1)
}

/** Restricts what a browser may do with an image that it opens as a page. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
}
const DAY_SECONDS = 86_400

/**
 * Serves the image of a known task through this server (public in this API family: its address is the secret). A
 * caller cannot name an address to fetch; those of the tasks come from the operator's own platforms.
 */
export async function serveDrawingImage(mjId: string, ip: string, services: Platform & Calls): Promise<Response> {
  const rows = await findDrawingsById(services.store.db, mjId)
  const row = rows.find(({ image_url }) => image_url !== '')
  if (!row) return Response.json({ error: 'midjourney_task_not_found' }, { status: 400 })
  const releaseSlot = acquireSlot(ip)
  if (!releaseSlot) return errorReply(503, { 'retry-after': '2' })
  try {
    const { baseUrl = '', way } = services.channels.byId(row.channel_id) ?? {}
    const own = { host: URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '', way }
    const image = await openImage(row.image_url, own, releaseSlot)
    const caching = row.status === 'SUCCESS' ? `public, max-age=${DAY_SECONDS}` : 'no-store'
    return new Response(toReadableStream(image), {
      headers: { ...HEADERS, 'content-type': image.type, 'cache-control': caching },
    })
  } catch (error) {
    services.log.warn(
      { task: row.id, channel: row.channel_id, error: String(error) },
      'an image of a task could not be served',
    )
    return errorReply(500)
  }
}

const errorReply = (status: number, headers = {}) =>
  Response.json({ error: 'http_get_image_failed' }, { status, headers: { 'cache-control': 'no-store', ...headers } })

/** Reads at the caller's speed. */
function toReadableStream(picture: ImageDownload): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const part = await picture.next()
        if (part) return controller.enqueue(part)
        picture.close()
        controller.close()
      } catch (error) {
        picture.close()
        controller.error(error)
      }
    },
    cancel: picture.close,
  })
}
