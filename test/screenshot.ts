/**
 * Takes a picture of a page: `bun test/screenshot.ts URL OUT.png [--width 1440] [--height 900] [--dark] [--lang zh|en]
 * [--login name:password] [--cookie name=value] [--wait MS] [--full]`. Prints what the page wrote to its console.
 */
import { parseArgs } from 'node:util'
import { launchBrowser } from './browser.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    dark: { type: 'boolean', default: false },
    lang: { type: 'string', default: 'zh' },
    login: { type: 'string' },
    cookie: { type: 'string', multiple: true, default: [] },
    wait: { type: 'string', default: '300' },
    full: { type: 'boolean', default: false },
  },
})
const [url, out] = positionals
if (!url || !out) throw new Error('usage: bun test/screenshot.ts URL OUT.png [options]')

const browser = await launchBrowser()
try {
  const context = await browser.newContext({
    viewport: { width: Number(values.width), height: Number(values.height) },
    colorScheme: values.dark ? 'dark' : 'light',
    locale: values.lang === 'en' ? 'en-US' : 'zh-CN',
  })
  const stored: Record<string, string> = { language: values.lang, 'theme-mode': values.dark ? 'dark' : 'light' }
  if (values.login) {
    const [username, password] = values.login.split(':')
    const reply = await context.request.post(new URL('/api/user/login', url).href, { data: { username, password } })
    stored.user = JSON.stringify((await reply.json()).data)
  }
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  await context.addCookies(
    values.cookie.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url }
    }),
  )
  const page = await context.newPage()
  page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => console.log(`error: ${error.message}`))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(Number(values.wait))
  await page.screenshot({ path: out, fullPage: values.full })
} finally {
  await browser.close()
}
