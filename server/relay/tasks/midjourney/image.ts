import { openPicture, type Picture } from '../../../egress/media/picture.ts'
import type { Services } from '../../../services.ts'
import { drawingsCalled } from '../../../tasks/queries.ts'

const AT_ONCE = 64
/** So that nobody who reads slowly, or not at all, has all the places. */
const AT_ONCE_OF_ONE = 16
const open: string[] = []

/** Takes a place; answers how to give it back, or undefined when there is none. */
function admitted(ip: string): (() => void) | undefined {
  if (open.length >= AT_ONCE || open.filter((other) => other === ip).length >= AT_ONCE_OF_ONE) return undefined
  open.push(ip)
  return () => void open.splice(open.indexOf(ip), 1)
}

/** What a browser that opens the picture as a page may make of it: a picture. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
}
const DAY_SECONDS = 86_400

/**
 * The picture of a known task, through this server (public in this API family: its address is the secret). Nobody can
 * name an address to fetch; those of the tasks come from the operator's own platforms.
 */
export async function drawingImage(mjId: string, ip: string, services: Services): Promise<Response> {
  const rows = await drawingsCalled(services.store.db, mjId)
  const row = rows.find(({ image_url }) => image_url !== '')
  if (!row) return Response.json({ error: 'midjourney_task_not_found' }, { status: 400 })
  const ended = admitted(ip)
  if (!ended) return failed(503, { 'retry-after': '2' })
  try {
    const { baseUrl = '' } = services.channels.byId(row.channel_id) ?? {}
    const picture = await openPicture(row.image_url, URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '', ended)
    const caching = row.status === 'SUCCESS' ? `public, max-age=${DAY_SECONDS}` : 'no-store'
    return new Response(streamOf(picture), {
      headers: { ...HEADERS, 'content-type': picture.type, 'cache-control': caching },
    })
  } catch (error) {
    services.log.warn({ task: row.id, channel: row.channel_id, error: String(error) }, 'a picture could not be shown')
    return failed(500)
  }
}

const failed = (status: number, headers = {}) =>
  Response.json({ error: 'http_get_image_failed' }, { status, headers: { 'cache-control': 'no-store', ...headers } })

/** Reads as fast as the caller does. */
function streamOf(picture: Picture): ReadableStream<Uint8Array> {
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
