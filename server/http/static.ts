import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Status } from '#contract/api/site.ts'
import { accepts } from './encodings.ts'

/** The built console, read once. */
export interface Site {
  /** A file of the build; undefined = there is none of that name. */
  file(path: string, acceptEncoding: string): Response | undefined
  /** The page that the console starts from, with the public status and the site notice (HTML) inside. */
  page(status: Partial<Status>, notice?: string): Response
}

interface StoredFile {
  type: string
  plain: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

const COMMON = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'strict-origin-when-cross-origin' }

/** Reads the build in `webDir`. Without one, pages say so and the API works all the same. */
export function openSite(webDir: string): Site {
  const files = readFiles(webDir)
  const index = existsSync(join(webDir, 'index.html')) ? readFileSync(join(webDir, 'index.html'), 'utf8') : undefined
  return {
    file(path, acceptEncoding) {
      const file = files.get(path)
      return file && serve(file, path, acceptEncoding)
    },
    page(status, notice = '') {
      if (index === undefined) return new Response('The console has not been built.', { status: 503, headers: COMMON })
      const nonce = randomBytes(16).toString('base64')
      const page = Buffer.from(fillPage(index, nonce, { status, notice }))
      return new Response(page, {
        headers: {
          ...COMMON,
          // The runtime knows it for bodies only; the reply to a HEAD request has none.
          'Content-Length': String(page.length),
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': policy(nonce, status),
        },
      })
    },
  }
}

function readFiles(webDir: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>()
  if (!existsSync(webDir)) return files
  for (const entry of readdirSync(webDir, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name)
    const path = place.slice(webDir.length)
    // Hidden folders hold the build's own notes; the page is only served filled in.
    if (!entry.isFile() || path.includes('/.') || path === '/index.html' || /\.(br|gz)$/.test(path)) continue
    files.set(path, {
      type: Bun.file(place).type,
      plain: readFileSync(place),
      ...(existsSync(`${place}.br`) ? { br: readFileSync(`${place}.br`) } : {}),
      ...(existsSync(`${place}.gz`) ? { gzip: readFileSync(`${place}.gz`) } : {}),
    })
  }
  return files
}

function serve(file: StoredFile, path: string, acceptEncoding: string): Response {
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepts(acceptEncoding, name))
  const hashed = path.startsWith('/assets/') && extname(path) !== '.html'
  const bytes = (encoding && file[encoding]) ?? file.plain
  return new Response(bytes, {
    headers: {
      ...COMMON,
      'Content-Length': String(bytes.length),
      'Content-Type': file.type,
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  })
}

/** A longer notice, which may hold whole pictures, is not sent with every page: the console asks for it. */
const NOTICE_MAX = 10_000

function fillPage(index: string, nonce: string, facts: { status: Partial<Status>; notice: string }): string {
  const { status, notice } = facts
  const scripts = jsonScript('status', status) + (notice.length > NOTICE_MAX ? '' : jsonScript('notice', notice))
  return index.replaceAll('__NONCE__', () => nonce).replace('<!--switchyard:status-->', () => scripts)
}

function jsonScript(id: string, value: unknown): string {
  // `<` could end the script element; JSON may hold it escaped.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}

/** Scripts of other sites run only while the operator has switched on the widget that they are for. */
const WIDGET_HOSTS = {
  turnstile_check: 'https://challenges.cloudflare.com',
  telegram_oauth: 'https://telegram.org',
} as const satisfies Partial<Record<keyof Status, string>>

function policy(nonce: string, status: Partial<Status>): string {
  const widgets = Object.entries(WIDGET_HOSTS).filter(([flag]) => status[flag as keyof typeof WIDGET_HOSTS])
  return [
    "default-src 'self'",
    ["script-src 'self'", `'nonce-${nonce}'`, ...widgets.map(([, host]) => host)].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "connect-src 'self'",
    ['frame-src https:', ...plainChatOrigins(status)].join(' '),
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ')
}

/** Sites of chat clients that the operator has configured without TLS; other sites are framed with it only. */
function plainChatOrigins({ chats = [], chat_link = '', chat_link2 = '' }: Partial<Status>): string[] {
  const links = [chat_link, chat_link2, ...chats.flatMap((pair) => Object.values(pair))]
  const origins = links.flatMap((link) => (URL.canParse(link) ? new URL(link).origin : []))
  // A host may hold a semicolon, which would begin another directive.
  return [...new Set(origins.filter((origin) => /^http:\/\/[\w.:[\]-]+$/.test(origin)))]
}
