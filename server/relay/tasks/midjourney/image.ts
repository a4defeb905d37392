import { openPicture, type Picture } from '../../../egress/media/picture.ts'
import { drawingsCalled } from '../../../tasks/queries.ts'
import { storableText } from '../../../tasks/stored-values.ts'
import type { RelayDeps } from '../../deps.ts'

const AT_ONCE = 64
let open = 0

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
export async function drawingImage(mjId: string, { services }: RelayDeps): Promise<Response> {
  const rows = await drawingsCalled(services.store.db, storableText(mjId, 200))
  const row = rows.find(({ image_url }) => image_url !== '')
  if (!row) return Response.json({ error: 'midjourney_task_not_found' }, { status: 400 })
  if (open >= AT_ONCE) return failed(503, { 'retry-after': '2' })
  open += 1
  try {
    const { baseUrl = '' } = services.channels.byId(row.channel_id) ?? {}
    const picture = await openPicture(row.image_url, URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '', () => {
      open -= 1
    })
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
