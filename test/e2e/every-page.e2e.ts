import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } }

/** The other rules judge the same document as in the light theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** An address, and what tells that it is there. */
type Visit = [path: string, ready: string]

for (const language of ['zh', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      test.describe(`every page in ${language}, ${theme}, ${size}`, () => {
        test.describe.configure({ timeout: 240_000 })
        test.use({ language, theme, viewport, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } })

        test('is accessible and fits', async ({ page, t, client }) => {
          for (const visit of await pagesOf(client, t)) await inspect(page, theme, visit)
        })

        test.describe('for visitors', () => {
          test.use({ as: 'visitor' })
          test('is accessible and fits', async ({ page, t }) => {
            await inspect(page, theme, ['/login?expired=true', t('login:title')])
            await inspect(page, theme, ['/', t('home:status')])
            await inspect(page, theme, ['/pricing?model=gpt-4o-mini', t('pricing:detail.link')])
          })
        })
      })
    }
  }
}

async function pagesOf(client: ConsoleClient, t: Texts): Promise<Visit[]> {
  const logs = await client.send<{ items: { id: number }[] }>('GET', '/api/log?type=2&page_size=10')
  const channels = await client.send<{ id: number }[]>('GET', '/api/channel?page_size=10')
  const tokens = await client.send<{ id: number }[]>('GET', '/api/token?size=10')
  const codes = await client.send<{ id: number }[]>('GET', '/api/redemption?page_size=10')
  const log = logs.items[0]?.id ?? 0
  return [
    ['/', t('home:balance')],
    ['/about', t('home:about')],
    ['/token', 'app-19'],
    ['/token/add', t('tokens:form.ips')],
    [`/token/edit/${tokens[0]?.id}`, t('tokens:form.ips')],
    ['/channel', 'broken'],
    ['/channel/add', t('channels:form.models')],
    [`/channel/edit/${channels[0]?.id}`, t('channels:form.models')],
    ['/redemption', t('redemption:status.unused')],
    ['/redemption/add', t('redemption:form.count')],
    [`/redemption/edit/${codes[0]?.id}`, t('redemption:form.nameRule')],
    ['/pricing?group=vip', 'gpt-4o-mini'],
    ['/log', 'gpt-4o-mini'],
    [`/log?row=${log}`, t('logs:bill.title')],
    ['/no/such/page', t('shell:notFound.title')],
  ]
}

async function inspect(page: Page, theme: 'light' | 'dark', [path, ready]: Visit) {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await (theme === 'dark' ? axe.withRules(COLOUR_RULES) : axe).analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    expect.soft(found, `axe on ${path}`).toEqual([])
    expect.soft(await overflow(page), `${path} is wider than the window by`).toBe(0)
  })
}

/** Pixels by which the page scrolls sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
