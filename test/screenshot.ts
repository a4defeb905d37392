import { readArguments } from '#server/tools/command-line/arguments.mjs'
import { version } from '../package.json'
import { launchBrowser } from './browser.ts'

const given = readArguments(
  'bun test/screenshot.ts',
  {
    summary: 'Takes a picture of a page, and prints what the page wrote to its console',
    arguments: [{ name: 'url' }, { name: 'file' }],
    flags: {
      width: { type: 'string', value: 'PIXELS', help: 'width; 1440 without it' },
      height: { type: 'string', value: 'PIXELS', help: 'height; 900 without it' },
      dark: { type: 'boolean', help: 'the dark theme' },
      lang: { type: 'string', value: 'LANGUAGE', help: 'zh or en; zh without it' },
      login: { type: 'string', value: 'NAME:PASSWORD', help: 'log in before' },
      cookie: { type: 'string', value: 'NAME=VALUE', multiple: true, help: 'set a cookie before' },
      wait: { type: 'string', value: 'MS', help: 'wait before the picture; 300 without it' },
      full: { type: 'boolean', help: 'the whole page' },
    },
  },
  version,
)
const [url, out] = [given.at(0), given.at(1)]
const values = {
  width: given.text('width') ?? '1440',
  height: given.text('height') ?? '900',
  dark: given.on('dark'),
  lang: given.text('lang') ?? 'zh',
  login: given.text('login'),
  cookie: given.texts('cookie'),
  wait: given.text('wait') ?? '300',
  full: given.on('full'),
}

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
