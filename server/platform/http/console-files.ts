import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { accentStyle } from '#contract/accent.ts'
import type { Status } from '#contract/api/site.ts'
import type { Language } from '#contract/errors.ts'
import { acceptsEncoding } from './accepts-encoding.ts'
import { readPages } from './page-files.ts'

/** What a page says of itself before its code runs, for search engines and for services that show links. */
export interface PageHead {
  title: string
  description: string
}

/** The built console, read once. */
export interface ConsoleFiles {
  /** Returns a file of the build; undefined = there is no file of that name. */
  file(path: string, acceptEncoding: string): Response | undefined
  /** Whether an address is a page of the console; always true without a list of them. */
  isPage(path: string): boolean
  /** Returns the page that starts the console, with the public status inside. */
  page(status: Partial<Status>, parts?: PageParts): Response
}

/** What a page contains besides the public status. */
export interface PageParts {
  /** The site notice, as HTML. */
  notice?: string
  head?: PageHead | undefined
  /** What is read without JavaScript, as HTML; absent = title and description. */
  text?: string | undefined
  /** The page's address: its scripts are fetched together with the page. */
  path?: string
  isMember?: boolean
  /** The request's Accept-Encoding. */
  acceptEncoding?: string
  /** The reader's; absent = Chinese. */
  language?: Language
  /** false = nothing is at this address: the page says so with status 404. */
  isFound?: boolean
}

interface StoredFile {
  type: string
  plain: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

/** Each page is packed for one reader: the last per cent cost more time than they save. */
const GZIP_LEVEL = 4

const COMMON_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'strict-origin-when-cross-origin' }

/** Reads the build in `webDir`. Without a build, pages report that, and the API works nevertheless. */
export function openConsoleFiles(webDir: string): ConsoleFiles {
  const files = readFiles(webDir)
  const { isPage, filesOf } = readPages(join(webDir, '.vite/pages.json'))
  const index = existsSync(join(webDir, 'index.html')) ? readFileSync(join(webDir, 'index.html'), 'utf8') : undefined
  return {
    file(path, acceptEncoding) {
      const file = files.get(path)
      return file && serve(file, path, acceptEncoding)
    },
    isPage,
    page(status, parts = {}) {
      const { notice = '', head, text, acceptEncoding = '', language = 'zh', isFound = true } = parts
      const scripts = filesOf(parts.path ?? '', parts.isMember ?? false)
      if (index === undefined)
        return new Response('The console has not been built.', { status: 503, headers: COMMON_HEADERS })
      const nonce = randomBytes(16).toString('base64')
      const plain = Buffer.from(fillPage(index, nonce, { status, notice, head, text, language, scripts }))
      const isPacked = text !== undefined && acceptsEncoding(acceptEncoding, 'gzip')
      const page = isPacked ? gzipSync(plain, { level: GZIP_LEVEL }) : plain
      return new Response(page, {
        status: isFound ? 200 : 404,
        headers: {
          ...COMMON_HEADERS,
          Vary: 'Accept-Encoding',
          ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
          // The runtime sets it only for a body; the reply to a HEAD request has none.
          'Content-Length': String(page.length),
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': contentSecurityPolicy(nonce, status),
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
    // Hidden folders contain metadata of the build; the index page is only served with its data filled in.
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
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && acceptsEncoding(acceptEncoding, name))
  const hashed = path.startsWith('/assets/') && extname(path) !== '.html'
  const bytes = (encoding && file[encoding]) ?? file.plain
  return new Response(bytes, {
    headers: {
      ...COMMON_HEADERS,
      'Content-Length': String(bytes.length),
      'Content-Type': file.type,
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  })
}

/** A longer notice, which may contain whole images, is not sent with every page: the console requests it. */
const MAX_NOTICE_LENGTH = 10_000

function fillPage(
  index: string,
  nonce: string,
  facts: { status: Partial<Status>; language: Language; notice: string; scripts: string[] } & Pick<
    PageParts,
    'head' | 'text'
  >,
): string {
  const { status, notice, head, text, language } = facts
  const data = jsonScript('status', status) + (notice.length > MAX_NOTICE_LENGTH ? '' : jsonScript('notice', notice))
  const accent = accentStyle(status.accent_color ?? '')
  const style = accent && `<style id="accent" nonce="${nonce}">${accent}</style>`
  const says = head ?? { title: status.system_name || PRODUCT, description: status.home_tagline || TAGLINE[language] }
  const code: string[] = []
  const page = text === undefined ? index : index.replace(CODE, (_, file) => String(code.push(file) && ''))
  const preloads = facts.scripts.map((file) => `/${file}`)
  return page
    .replaceAll('__NONCE__', () => nonce)
    .replace('<!--switchyard:status-->', () => data + style)
    .replace(/<title>.*?<\/title>/, () => describe(says))
    .replace('</head>', (end) => (text === undefined ? preloads.map(preload(nonce)).join('') : '') + end)
    .replace('</body>', (end) => (text === undefined ? '' : startLater(nonce, [...code, ...preloads])) + end)
    .replace(/<html lang="[^"]*"/, `<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"`)
    .replace(/<div id="root"><\/div>/, (root) => (text === undefined ? root : `<div id="root">${early(text)}</div>`))
    .replace(/<noscript>.*?<\/noscript>/, () =>
      text === undefined ? `<noscript>${textOf(says, status, language)}</noscript>` : '',
    )
}

/** What a visitor reads until the console is there, and without JavaScript: on a slow line that takes seconds. */
const early = (text: string) => `<div class="early">${text}</div>`

const preload = (nonce: string) => (file: string) =>
  `<link rel="modulepreload" crossorigin href="${file}" nonce="${nonce}">`

/** The code that the build starts a page with. */
const CODE = /<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/**
 * Fetches the code when the styles are there, for which a script waits: on a slow line the page's text is read before the
 * code has come. The first file starts it.
 */
const startLater = (nonce: string, files: string[]) => `<script nonce="${nonce}">
  const add = (name, facts) => document.head.append(Object.assign(document.createElement(name), { crossOrigin: '', ...facts }))
  const [start, ...others] = ${JSON.stringify(files)}
  add('script', { type: 'module', src: start })
  for (const href of others) add('link', { rel: 'modulepreload', href })
</script>`

/** Title and description: what a link to the page shows elsewhere. */
function describe(head: PageHead): string {
  const title = Bun.escapeHTML(head.title)
  const description = Bun.escapeHTML(head.description)
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
  ].join('\n    ')
}

const PRODUCT = 'Switchyard'
const TAGLINE: Record<Language, string> = {
  zh: '一个地址、一个密钥，调用各家 AI 模型。',
  en: 'One address and one key for the AI models of every vendor.',
}
const NEEDS_SCRIPT: Record<Language, string> = {
  zh: '控制台需要启用 JavaScript。',
  en: 'The console needs JavaScript.',
}

/** What the page says without JavaScript. */
function textOf(
  { title, description }: PageHead,
  { server_address = '' }: Partial<Status>,
  language: Language,
): string {
  const address = server_address && `<p>API: <code>${Bun.escapeHTML(server_address)}/v1</code></p>`
  return `<h1>${Bun.escapeHTML(title)}</h1><p>${Bun.escapeHTML(description)}</p>${address}
    <p>${NEEDS_SCRIPT[language]}</p>`
}

function jsonScript(id: string, value: unknown): string {
  // `<` could end the script element; JSON may contain it escaped.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}

/** Scripts of other sites may run only while the operator has enabled the widget that needs them. */
const WIDGET_HOSTS = {
  turnstile_check: 'https://challenges.cloudflare.com',
  telegram_oauth: 'https://telegram.org',
} as const satisfies Partial<Record<keyof Status, string>>

function contentSecurityPolicy(nonce: string, status: Partial<Status>): string {
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

/**
 * Returns the sites of chat clients that the operator has configured without TLS; other sites may only be framed
 * with TLS.
 */
function plainChatOrigins({ chats = [], chat_link = '', chat_link2 = '' }: Partial<Status>): string[] {
  const links = [chat_link, chat_link2, ...chats.flatMap((pair) => Object.values(pair))]
  const origins = links.flatMap((link) => (URL.canParse(link) ? new URL(link).origin : []))
  // A host may contain a semicolon, which would begin another directive.
  return [...new Set(origins.filter((origin) => /^http:\/\/[\w.:[\]-]+$/.test(origin)))]
}
