import { test as base, expect, type Page } from '@playwright/test'
import { type MailHost, startMailHost } from '../harness/mail.ts'
import { type ConsoleClient, setOptions } from './console-client.ts'
import { type Site, WITH_PROVIDERS, WITH_STRIPE } from './processes.ts'
import { freshRoot, type Started, startFrom } from './snapshots.ts'
import { type Language, type Texts, textsOf } from './texts.ts'

interface Options {
  /** A site with traffic, shared by the tests of a worker; one at its first start; or that with fake services. */
  start: 'seeded' | 'empty' | 'providers' | 'stripe'
  /** Options that root has changed before the page opens; not for the shared site. */
  options: Record<string, string | number | boolean>
  as: 'root' | 'visitor'
  language: Language
  theme: 'light' | 'dark'
  /** Failed calls that the test brings about; any other error on the browser's console fails it. */
  expectedErrors: RegExp | undefined
}

interface Fixtures {
  started: Started
  site: Site
  /** The user that the page is logged in as. */
  client: ConsoleClient
  t: Texts
  /** What the browser has kept of earlier visits, unless it has no `storageState`. */
  remembered: Record<string, string>
  /** A mail server that the site sends its mails to. */
  mails: MailHost
  quiet: undefined
}

interface WorkerFixtures {
  seeded: () => Promise<Started>
}

const PROGRAMS = { providers: WITH_PROVIDERS, stripe: WITH_STRIPE, empty: undefined }

/** Playwright's test with a real server behind `page`, logged in as root unless it says otherwise. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  start: ['seeded', { option: true }],
  options: [{}, { option: true }],
  as: ['root', { option: true }],
  language: ['en', { option: true }],
  theme: ['light', { option: true }],
  expectedErrors: [undefined, { option: true }],

  seeded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      let started: Promise<Started> | undefined
      await use(() => {
        started ??= startFrom('seeded')
        return started
      })
      await (await started)?.site.stop()
    },
    { scope: 'worker' },
  ],

  started: async ({ start, seeded }, use) => {
    if (start === 'seeded') return use(await seeded())
    const started = await startFrom('empty', PROGRAMS[start])
    await use(started)
    await started.site.stop()
  },

  site: async ({ started }, use) => use(started.site),

  client: async ({ started, options }, use) => {
    const root = await freshRoot(started)
    await setOptions(root, options)
    await use(root)
  },

  mails: async ({ client }, use) => {
    const mails = await startMailHost()
    await setOptions(client, { SMTPServer: '127.0.0.1', SMTPPort: mails.port, SMTPFrom: 'gateway@example.com' })
    await use(mails)
    await mails.stop()
  },

  t: async ({ language }, use) => use(await textsOf(language)),

  baseURL: async ({ site }, use) => use(site.url),

  remembered: async ({ as, client, language, theme }, use) => {
    await use({ language, 'theme-mode': theme, ...(as === 'root' && { user: JSON.stringify(client.user) }) })
  },

  storageState: async ({ as, client, site }, use) => {
    const { hostname } = new URL(site.url)
    const cookie = { ...client.cookie, domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false }
    await use({ cookies: as === 'root' ? [{ ...cookie, sameSite: 'Lax' }] : [], origins: [] })
  },

  context: async ({ context, storageState, site, remembered }, use) => {
    if (storageState !== undefined) await context.addInitScript(remember, { origin: site.url, remembered })
    await use(context)
  },

  quiet: [
    async ({ page, expectedErrors }, use) => {
      const problems = watchProblems(page, expectedErrors)
      await use(undefined)
      expect(problems, 'the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Fills a browser's local storage once, in the first page of an origin. Playwright would open a page of its own for that,
 * with a process.
 */
function remember({ origin, remembered }: { origin: string; remembered: Record<string, string> }) {
  if (location.origin !== origin || localStorage.getItem('theme-mode') !== null) return
  for (const [name, value] of Object.entries(remembered)) {
    if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
  }
}

/** Errors and policy violations that a page writes to the console, from now on. */
function watchProblems(page: Page, expected: RegExp | undefined): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`
    if (message.type() === 'error' && !expected?.test(text)) problems.push(text)
  })
  return problems
}

export { expect }

/**
 * The tag of what another run of the same test stands for: by default a combination of language, theme and size, which runs
 * at night only.
 */
export const further = (isFurther: boolean, tag: '@all' | '@nightly' = '@nightly') => (isFurther ? { tag } : {})

/** Holds back the answers to matching requests until `release`; `requested` resolves with the first request. */
export async function held(page: Page, url: RegExp): Promise<{ requested: Promise<unknown>; release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    // The page may have given up waiting.
    await route.continue().catch(() => {})
  })
  return { requested: page.waitForRequest(url), release }
}
