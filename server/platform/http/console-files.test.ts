import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConsoleFiles, openConsoleFiles } from './console-files.ts'

const INDEX = `<html lang="zh-CN"><head><title>Switchyard</title><!--switchyard:status--><script nonce="__NONCE__">1</script>
<link rel="stylesheet" nonce="__NONCE__" href="/assets/app-1.css"></head><div id="root"></div><noscript>No script</noscript>`

let folder: string
let site: ConsoleFiles

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-web-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  const files = {
    'index.html': INDEX,
    'favicon.svg': '<svg/>',
    '.vite/manifest.json': '{}',
    '.vite/pages.json': JSON.stringify({
      frame: ['assets/frame-1.js', 'assets/shared-1.js'],
      visitors: { '/': ['assets/home-1.js'], '/models/$': ['assets/model-1.js', 'assets/shared-1.js'] },
      members: { '/channel/edit/$id': ['assets/edit-1.js'] },
    }),
    'assets/app-1.js': 'plain',
    'assets/app-1.js.br': 'brotli',
    'assets/app-1.js.gz': 'gzip',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  site = openConsoleFiles(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = async (path: string, acceptEncoding = '') => {
  const response = site.file(path, acceptEncoding)
  return response && { text: await response.text(), headers: response.headers }
}

test.each([
  ['', 'plain', null],
  ['gzip', 'gzip', 'gzip'],
  ['gzip, deflate, br', 'brotli', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
])('a client that accepts %p gets %p', async (accept, text, encoding) => {
  const answer = await get('/assets/app-1.js', accept)
  expect(answer?.text).toBe(text)
  expect(answer?.headers.get('Content-Encoding')).toBe(encoding)
  expect(answer?.headers.get('Content-Type')).toStartWith('text/javascript')
  expect(answer?.headers.get('Vary')).toBe('Accept-Encoding')
})

test('replies say how long they are, so that a HEAD request learns it without the bytes', async () => {
  const text = { system_name: '渠道' }
  const replies = [site.file('/assets/app-1.js', 'br'), site.file('/assets/app-1.js', ''), site.page(text)]
  for (const reply of replies) {
    const length = (await reply?.clone().arrayBuffer())?.byteLength
    expect(reply?.headers.get('Content-Length')).toBe(String(length))
  }
  const server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { headers } = site.page(text)
      return request.method === 'HEAD' ? new Response(null, { headers }) : site.page(text)
    },
  })
  try {
    const [head, whole] = await Promise.all([fetch(server.url, { method: 'HEAD' }), fetch(server.url)])
    expect(head.headers.get('Content-Length')).toBe(String((await whole.arrayBuffer()).byteLength))
  } finally {
    await server.stop(true)
  }
})

test('hashed files may be kept for ever, others for an hour', async () => {
  expect((await get('/assets/app-1.js'))?.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/favicon.svg'))?.headers.get('Cache-Control')).toBe('public, max-age=3600')
})

test.each(['/index.html', '/.vite/manifest.json', '/assets/app-1.js.br', '/assets/../index.html', '/nothing'])(
  '%s is not served as a file',
  async (path) => {
    expect(await get(path, 'br')).toBeUndefined()
  },
)

test('each page has its own nonce, in the text and in the policy', async () => {
  const pages = await Promise.all(
    [1, 2].map(async () => {
      const response = site.page({})
      const policy = response.headers.get('Content-Security-Policy') ?? ''
      return { text: await response.text(), nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? '', policy }
    }),
  )
  const [first, second] = pages
  expect(first!.nonce).toHaveLength(24)
  expect(first!.nonce).not.toBe(second!.nonce)
  expect(first!.text.split(`nonce="${first!.nonce}"`)).toHaveLength(3)
  expect(first!.policy).toContain("frame-ancestors 'self'; base-uri 'self'; object-src 'none'")
  expect(first!.policy).not.toContain('unsafe')
})

test('without JavaScript the page says what the site is, and nothing of the operator becomes markup', async () => {
  const text = await site
    .page({ system_name: 'A & B', home_tagline: '</noscript><b>"$&', server_address: 'https://api.test' })
    .text()
  expect(text).toContain('<title>A &amp; B</title>')
  expect(text).toContain('<meta name="description" content="&lt;/noscript&gt;&lt;b&gt;&quot;$&amp;" />')
  expect(text).toMatch(/<noscript><h1>A &amp; B<\/h1><p>&lt;\/noscript&gt;&lt;b&gt;&quot;\$&amp;<\/p>/)
  expect(text).toContain('<code>https://api.test/v1</code>')
  expect(text).not.toContain('<b>')
})

test('a page with a text of its own has it for reading without JavaScript, packed for who takes that', async () => {
  const text = `<p>${'word '.repeat(500)}</p>`
  const plain = site.page({}, { text })
  expect(await plain.text()).toContain(`<div class="early">${text}</div>`)
  const packed = site.page({}, { text, acceptEncoding: 'br, gzip' })
  expect(packed.headers.get('Content-Encoding')).toBe('gzip')
  const bytes = await packed.arrayBuffer()
  expect(packed.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toContain(text)
})

test('the accent comes with the page, before anything is drawn', async () => {
  const pageWith = (accent_color: string) => site.page({ accent_color }).text()
  expect(await pageWith('#0a6d4a')).toMatch(/<style id="accent" nonce="[^"]+">html:root\{--primary:#0a6d4a;/)
  expect(await pageWith('')).not.toContain('<style')
  expect(await pageWith('#fff}</style>')).not.toContain('<style')
})

test('the notice comes with the page and cannot end its script; one of whole pictures is left to be asked for', async () => {
  const noticeOf = async (notice?: string) =>
    /<script type="application\/json" id="notice">(.*?)<\/script>/.exec(await site.page({}, { notice }).text())?.[1]
  expect(JSON.parse((await noticeOf('<p>a</p></script><b>$&')) ?? '')).toBe('<p>a</p></script><b>$&')
  expect(await noticeOf()).toBe('""')
  expect(await noticeOf('x'.repeat(10_000))).toBeDefined()
  expect(await noticeOf('x'.repeat(10_001))).toBeUndefined()
})

test('the policy lets other sites in only where the operator has switched their widgets on', () => {
  const scripts = (status: Parameters<ConsoleFiles['page']>[0]) =>
    /script-src ([^;]*)/.exec(site.page(status).headers.get('Content-Security-Policy') ?? '')?.[1] ?? ''
  for (const status of [{}, { turnstile_check: false, telegram_oauth: false }]) {
    expect(scripts(status)).toMatch(/^'self' 'nonce-[^']+'$/)
  }
  expect(scripts({ turnstile_check: true })).toEndWith(' https://challenges.cloudflare.com')
  expect(scripts({ telegram_oauth: true })).toEndWith(' https://telegram.org')
  expect(scripts({ turnstile_check: true, telegram_oauth: true })).toEndWith(
    ' https://challenges.cloudflare.com https://telegram.org',
  )
})

test('the policy lets a site without TLS be framed only where it is a configured chat client', () => {
  const frames = (status: Parameters<ConsoleFiles['page']>[0]) =>
    /frame-src ([^;]*)/.exec(site.page(status).headers.get('Content-Security-Policy') ?? '')?.[1]
  const chats: Record<string, string>[] = [
    { A: 'http://chat.lan:8080/#/?settings={"key":"{key}","url":"{address}"}' },
    { B: 'http://chat.lan:8080/other', C: 'https://chat.test/?key={key}' },
    { D: 'opencat://team/join?token={key}', E: 'nonsense; script-src *', F: 'http://x;sandbox/' },
  ]
  expect(frames({})).toBe('https:')
  expect(frames({ chats })).toBe('https: http://chat.lan:8080')
  expect(frames({ chats, chat_link: 'http://next.lan/', chat_link2: '' })).toBe(
    'https: http://next.lan http://chat.lan:8080',
  )
})

test('the status inside cannot end its element', async () => {
  const status = { footer_html: '</script><script>alert(1)</script>$&__NONCE__' }
  const text = await site.page(status).text()
  const json = /<script type="application\/json" id="status">(.*?)<\/script>/.exec(text)?.[1] ?? ''
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(status)
})

test('the title and the description of a page are text, whatever a model is called', async () => {
  const plain = join(folder, 'titled')
  mkdirSync(plain)
  writeFileSync(join(plain, 'index.html'), '<head><title>Switchyard</title><!--switchyard:status--></head>')
  const head = { title: 'a"</title><script>alert(1)</script> · $&', description: 'b"><i>' }
  const text = await openConsoleFiles(plain).page({ system_name: 'S"' }, { head }).text()
  expect(text).toContain('<title>a&quot;&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · $&amp;</title>')
  expect(text).toContain('<meta name="description" content="b&quot;&gt;&lt;i&gt;" />')
  expect(text).toContain('<meta property="og:description" content="b&quot;&gt;&lt;i&gt;" />')
  expect(await openConsoleFiles(plain).page({}).text()).toContain('<title>Switchyard</title>')
})

test('without a build, pages say so', async () => {
  const response = openConsoleFiles(join(folder, 'nowhere')).page({})
  expect(response.status).toBe(503)
})

test.each([
  ['/', true],
  ['/channel/edit/7', true],
  ['/channel/edit/7/', true],
  ['/channel/edit', false],
  ['/models/a/b', true],
  ['/nowhere', false],
])('%s is a page: %p', (path, isPage) => {
  expect(site.isPage(path)).toBe(isPage)
})

test('a page speaks the language of its reader, and one that is not there has the status for it', async () => {
  const page = site.page({}, { language: 'en', isFound: false, text: '<p>hello</p>' })
  expect(page.status).toBe(404)
  const html = await page.text()
  expect(html).toContain('<html lang="en"')
  expect(html).toContain('<div id="root"><div class="early"><p>hello</p></div></div>')
  expect(html).not.toContain('noscript')
  expect(await site.page({}, { language: 'zh' }).text()).toContain('控制台需要启用 JavaScript。</p></noscript>')
})

test.each([
  ['/', false, ['home']],
  ['/', true, ['frame', 'shared', 'home']],
  ['/models/a/b', true, ['frame', 'shared', 'model']],
  ['/channel/edit/7', true, ['frame', 'shared', 'edit']],
  // Visitors are led to the login.
  ['/channel/edit/7', false, []],
  ['/nothing', true, []],
])('the page %s names the scripts that it imports (member: %p)', async (path, isMember, names) => {
  const text = await site.page({}, { path, isMember }).text()
  const links = [
    ...text.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/(\w+)-1\.js" nonce="[^"]{24}">/g),
  ]
  expect(links.map(([, name]) => name!)).toEqual(names)
})

test('a page with a text fetches its code when the styles are there', async () => {
  const index = `${INDEX}<script type="module" crossorigin src="/assets/app-1.js" nonce="__NONCE__"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-1.js" nonce="__NONCE__"></body>`
  writeFileSync(join(folder, 'index.html'), index)
  const text = await openConsoleFiles(folder).page({}, { path: '/', text: '<h1>Home</h1>' }).text()
  expect(text).toContain('["/assets/app-1.js","/assets/react-1.js","/assets/home-1.js"]')
  expect(text).not.toMatch(/type="module"|rel="modulepreload"/)
  expect(text.indexOf('app-1.js')).toBeGreaterThan(text.indexOf('rel="stylesheet"'))
})
