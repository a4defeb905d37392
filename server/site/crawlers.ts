import type { Calls } from '../calls/calls.ts'
import type { Platform } from '../platform/platform.ts'
import { siteDocs } from './caller-docs/site-docs.ts'
import { catalogueOf } from './models/catalogue.ts'

/** What is no text for visitors: the interfaces, and pages behind a login. */
const PRIVATE = ['/api/', '/pg/', '/v1/', '/v1beta/', '/mj/', '/suno/', '/oauth/', '/user/', '/setup']

/** The files for search engines; undefined for other paths. `origin`: the site's address, such as `https://a.example`. */
export function crawlerFile(path: string, services: Platform & Calls, origin: string): Response | undefined {
  if (path === '/robots.txt') return file('text/plain', robots(origin))
  if (path === '/sitemap.xml') return file('application/xml', sitemap(services, origin))
  return undefined
}

const file = (type: string, text: string) =>
  new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' } })

/** https://www.rfc-editor.org/rfc/rfc9309 */
function robots(origin: string): string {
  return [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** https://www.sitemaps.org/protocol.html */
function sitemap(services: Platform & Calls, origin: string): string {
  const docs = siteDocs(services, 'en').map(({ id }) => (id === 'start' ? '/docs' : `/docs/${id}`))
  const models = catalogueOf(services)
    .rows()
    .map(({ name }) => `/models/${encodeURIComponent(name)}`)
  const status = services.options.values.StatusPageEnabled ? ['/status'] : []
  const paths = ['/', '/models', '/pricing', ...status, '/about', ...docs, ...models]
  const urls = paths.map((path) => `<url><loc>${Bun.escapeHTML(origin + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
