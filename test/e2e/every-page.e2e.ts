import type { Page } from '@playwright/test'
import { loginProviders } from '#contract/login/login-providers.ts'
import { type Theme, violations } from './axe.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } }

/** Every pair of language, theme and size comes up once. */
const LOOKS = [
  ['zh', 'light', 'desktop'],
  ['zh', 'dark', 'phone'],
  ['en', 'light', 'phone'],
  ['en', 'dark', 'desktop'],
] as const

/** Pages that are looked at in each look; each other page in the first and in one more, and at night in all. */
const MAIN_PAGES = ['/', '/token', '/token/add', '/channel', '/channel/add', '/log', '/topup', '/setting?tab=operation']
const MAIN_VISITOR_PAGES = ['/login?expired=true', '/pricing?model=gpt-4o-mini']

const EVERY_WAY_IN = {
  EmailVerificationEnabled: true,
  GitHubOAuthEnabled: true,
  OIDCEnabled: true,
  GoogleOAuthEnabled: true,
  DiscordOAuthEnabled: true,
  WeChatAuthEnabled: true,
}

/** An address, and what tells that it is there. */
type Visit = [path: string, ready: string]

for (const [look, [language, theme, size]] of LOOKS.entries()) {
  const ofOthers = { tag: look === 0 ? '@all' : '@nightly' }
  test.describe(`every page in ${language}, ${theme}, ${size}`, further(look > 0, '@all'), () => {
    test.use({
      language,
      theme,
      viewport: SIZES[size],
      colorScheme: theme,
    })

    test('is accessible and fits', async ({ page, t, client }) => {
      const { own } = divided(await pagesOf(client, t), MAIN_PAGES, look)
      for (const visit of own) await goOn(page, theme, visit)
      await inspect(page, theme, ['/channel?size=50', 'broken'])
      const off = page.locator('[data-row]', { hasText: t('channels:status.disabled') })
      await off.getByRole('checkbox').first().check()
      await judge(page, theme, t('table:select.count', { count: 1 }))
    })

    test('is accessible and fits, also those that other looks stand for', ofOthers, async ({ page, t, client }) => {
      const { others } = divided(await pagesOf(client, t), MAIN_PAGES, look)
      for (const visit of others) await goOn(page, theme, visit)
    })

    test.describe('for visitors', () => {
      test.use({ as: 'visitor', expectedErrors: /status of 403/ })
      test('is accessible and fits', async ({ page, t }) => {
        const { own } = divided(visitorPagesOf(t), MAIN_VISITOR_PAGES, look)
        for (const visit of own) await inspect(page, theme, visit)
      })
      test('is accessible and fits, also those that other looks stand for', ofOthers, async ({ page, t }) => {
        const { others } = divided(visitorPagesOf(t), MAIN_VISITOR_PAGES, look)
        for (const visit of others) await inspect(page, theme, visit)
      })
    })

    if (size === 'phone') {
      test.describe('for visitors with every way in', () => {
        test.use({ start: 'providers', as: 'visitor', options: EVERY_WAY_IN })
        test('is accessible and fits', async ({ page, t, language }) => {
          const wechat = loginProviders.wechat.label[language]
          await inspect(page, theme, ['/login', wechat])
          await inspect(page, theme, ['/register', t('entry:register.getCode')])
          await page.getByRole('button', { name: t('login:way.use', { name: wechat }) }).click()
          await judge(page, theme, t('login:wechat.hint'))
        })
      })
    }
  })
}

/** The visits of a look by its index: the main pages and a share of the rest; and the remaining others. */
function divided(visits: Visit[], main: string[], look: number): { own: Visit[]; others: Visit[] } {
  const missing = main.filter((path) => !visits.some(([visited]) => visited === path))
  expect(missing, 'main pages are pages').toEqual([])
  const rest = visits.filter(([path]) => !main.includes(path))
  const isOwn = (visit: Visit) => main.includes(visit[0]) || rest.indexOf(visit) % LOOKS.length === look
  return { own: visits.filter(isOwn), others: visits.filter((visit) => !isOwn(visit)) }
}

function visitorPagesOf(t: Texts): Visit[] {
  return [
    ['/login?expired=true', t('login:title')],
    ['/login?second=true', t('login:second.hint')],
    ['/setup?token=x', t('setup:first.hint')],
    ['/register?aff=AbC4', t('entry:register.title')],
    ['/reset', t('entry:reset.title')],
    ['/user/reset?email=ann@example.com&token=x', t('entry:confirm.hint')],
    ['/user/reset', t('entry:confirm.incomplete')],
    ['/oauth/github?code=x&state=x', t('entry:callback.leaving')],
    ['/', t('home:status')],
    ['/chat/0', t('chat:login.hint')],
    ['/pricing?model=gpt-4o-mini', t('pricing:detail.link')],
    ['/models', 'gpt-4o-mini'],
    ['/models/gpt-4o-mini', t('models:formats.title')],
    ['/docs', 'SWITCHYARD_KEY'],
    ['/docs/errors', 'token_expired'],
    ['/docs/clients', 'Claude Code'],
    ['/docs/reference', '/v1/chat/completions'],
  ]
}

async function pagesOf(client: ConsoleClient, t: Texts): Promise<Visit[]> {
  const logs = await client.send<{ items: { id: number }[] }>('GET', '/api/log?type=2&page_size=10')
  const channels = await client.send<{ id: number }[]>('GET', '/api/channel?page_size=10')
  const tokens = await client.send<{ id: number }[]>('GET', '/api/token?size=10')
  const codes = await client.send<{ id: number }[]>('GET', '/api/redemption?page_size=10')
  const drawings = await client.send<{ id: number }[]>('GET', '/api/mj?page_size=20')
  const tasks = await client.send<{ id: number }[]>('GET', '/api/task?page_size=20')
  const orders = await client.send<{ items: { id: number }[] }>('GET', '/api/topup/self?p=1&page_size=10')
  const [unpaid, paid] = orders.items
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
    ['/models?can=text', 'gpt-4o-mini'],
    ['/models/gpt-4o-mini', t('models:measured.title')],
    ['/status', t('status:off.title')],
    ['/docs/keys', 'x-goog-api-key'],
    ['/log', 'gpt-4o-mini'],
    ['/midjourney', t('drawing:action.IMAGINE')],
    [`/midjourney?row=${drawings[2]?.id}`, t('drawing:picture.save')],
    [`/midjourney?row=${drawings[5]?.id}`, t('drawing:picture.noneLeft')],
    ['/task', t('tasks:action.LYRICS')],
    [`/task?row=${tasks[2]?.id}`, t('tasks:dialog.raw')],
    ['/chat', t('chat:choice.hint')],
    ['/chat/2', t('chat:openApp')],
    ['/chat/9', t('chat:noSuch')],
    ['/playground', t('playground:empty.title')],
    ['/detail', t('dashboard:share.title.model')],
    [`/log?row=${log}`, t('logs:bill.title')],
    ['/user', 'root'],
    ['/user/add', t('users:form.passwordRule')],
    [`/user/edit/${client.user.id}`, t('users:bound.note')],
    [`/user/${client.user.id}`, t('form:object.callsMonth')],
    [`/channel/${channels[0]?.id}`, t('form:object.inFlight')],
    [`/token/${tokens[0]?.id}?view=limits`, t('limits:addBudget')],
    ['/models/gpt-4o-mini?view=channels', t('form:object.routing')],
    ['/audit?size=50', t('audits:action.channel_create')],
    ['/health', t('health:title')],
    ['/books', t('operations:books.hint')],
    ['/live', t('operations:live.hint')],
    ['/routing', t('routing:empty.title')],
    ['/routing?model=gpt-4o-mini', t('routing:number.cost')],
    ['/margin', t('margin:number.unknown')],
    ['/margin?view=bills', t('margin:bill.hint')],
    ['/alerts', t('alerts:title')],
    ['/alerts/setup', t('alerts:sinks.title')],
    ['/alerts/setup/rule/1', t('alerts:form.sinks')],
    ['/alerts/setup/sink/0', t('alerts:setting.url')],
    ['/notifications', t('alerts:own.title')],
    ['/notifications/sink/0', t('alerts:setting.url')],
    ['/server', t('operations:job.check-books')],
    ['/move', t('moveIn:fileHint')],
    ['/configuration', t('configuration:apply.fileHint')],
    ['/order', t('wallet:status.success')],
    [`/receipt/${paid?.id}`, t('receipts:receipt.total')],
    [`/receipt/${unpaid?.id}`, t('receipts:receipt.unpaid')],
    ['/price', t('prices:column.group', { group: 'default' })],
    ['/price/sync', t('priceSync:never')],
    ['/topup', t('wallet:redeem.title')],
    ['/topup?view=orders', t('wallet:status.pending')],
    ['/setting', t('personal:sessions.current')],
    ['/setting?tab=operation', t('options:section.operation.models.title')],
    ['/setting?tab=operation&section=all', t('options:option.UnpricedModelRatio.label')],
    ['/setting?tab=operation&section=ratio', t('options:option.UnpricedModelRatio.label')],
    ['/setting?tab=system&section=all', t('options:option.TurnstileSiteKey.label')],
    ['/setting?tab=other&section=all', t('options:option.Footer.label')],
    ['/setting?tab=other&q=SMTP', t('options:option.SMTPPort.label')],
    ['/enrol', t('personal:factor.page.why')],
    ['/no/such/page', t('shell:notFound.title')],
  ]
}

/** Loads a page, as those do who come from elsewhere. */
async function inspect(page: Page, theme: Theme, [path, ready]: Visit) {
  await page.goto(path)
  await judge(page, theme, ready)
}

/** Goes on inside the console. What is there already would tell nothing of the next page, which is loaded then. */
async function goOn(page: Page, theme: Theme, [path, ready]: Visit) {
  if (page.url() === 'about:blank' || (await shown(page, ready).isVisible())) await page.goto(path)
  else await page.evaluate(goTo, path)
  await judge(page, theme, ready)
}

const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first()

function goTo(path: string): void {
  history.pushState({}, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Checks what is open, once a text tells that it is there. */
async function judge(page: Page, theme: Theme, ready: string) {
  const path = new URL(page.url()).pathname
  await test.step(path, async () => {
    await expect(shown(page, ready)).toBeVisible()
    // The text may have been that of a list which its page has not framed yet.
    await expect(page.locator('h1').first()).toBeAttached()
    expect.soft(await violations(page, theme), `axe on ${path}`).toEqual([])
    expect.soft(await overflow(page), `${path} is wider than the window by`).toBe(0)
  })
}

/** Pixels by which the page scrolls sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
