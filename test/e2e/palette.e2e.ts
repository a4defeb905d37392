import type { Page, Request } from '@playwright/test'
import type { ConsoleClient } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

interface Row {
  id: number
  name: string
  other: string
  status: number
}

const list = async (client: ConsoleClient, path: string) => client.send<Row[]>('GET', path)
const _option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })

/** Opens the palette where no action has the name of a record, and types. */
async function look(page: Page, t: Texts, text: string) {
  await page.goto('/about')
  await expect(page.getByRole('button', { name: t('shell:palette.open') })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: t('palette:placeholder') })).toBeFocused()
  await page.keyboard.type(text)
}

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('a log row is found by its id and by its request id', { tag: '@all' }, async ({ page, t, client }) => {
      const { items } = await client.send<{ items: Row[] }>('GET', '/api/log?type=2&page_size=10')
      const { id = 0, other = '' } = items[0] ?? {}
      const requestId = (JSON.parse(other) as { request_id: string }).request_id
      const details = page.getByRole('dialog', { name: t('logs:peek.title', { id }) })
      for (const [text, url] of [
        [String(id), `/log?row=${id}`],
        [requestId, `/log?request_id=${requestId}&row=${id}`],
      ] as const) {
        await look(page, t, text)
        await page.getByRole('option', { name: t('palette:log', { id }) }).click()
        await expect(page).toHaveURL(url)
        await expect(details.getByText(t('logs:bill.title'))).toBeVisible()
      }
    })

    test('a channel is switched off and on again without a mouse', { tag: '@all' }, async ({ page, t, client }) => {
      const first = async () => (await list(client, '/api/channel/search?keyword=main'))[0]
      const { name = '', id } = (await first()) ?? {}
      const verb = (on: boolean) => t(`palette:${on ? 'enable' : 'disable'}`, { name })
      await look(page, t, name)
      const off = page.getByRole('option', { name: `${verb(false)} ${t('palette:id', { id })}` })
      await expect(off).toBeVisible()
      while (!(await off.evaluate((item) => item.hasAttribute('data-highlighted'))))
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByText(t('channels:toast.disabled', { name }))).toBeVisible()
      expect(await first()).toMatchObject({ status: 2 })
      await page.keyboard.press('Control+z')
      await expect(page.getByText(t('channels:toast.enabled', { name }))).toBeVisible()
      expect(await first()).toMatchObject({ status: 1 })
    })
  })
}

/** What a request searches for, by its body or its address. */
const wordOf = (request: Request): string =>
  request.postDataJSON()?.keyword ?? new URL(request.url()).searchParams.get('keyword') ?? ''

test('typing on gives up what was asked before, and one letter asks nothing', { tag: '@all' }, async ({ page, t }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/search$/.test(new URL(request.url()).pathname)) asked.push(wordOf(request))
  })
  await page.route(/\/api\/\w+\/search/, (route) => (wordOf(route.request()) === 'of' ? undefined : route.fallback()))
  const asksForTokens = (request: Request) => /\/api\/token\/search/.test(request.url()) && wordOf(request) === 'of'
  const started = page.waitForRequest(asksForTokens)
  await look(page, t, 'of')
  await started
  await expect(page.getByText(t('palette:searching'))).toBeVisible()
  const givenUp = page.waitForEvent('requestfailed', asksForTokens)
  await page.keyboard.type('fice')
  await givenUp
  await expect(page.getByRole('option', { name: /^office/ })).toBeVisible()
  expect(asked).toContain('of')
  expect(asked.filter((keyword) => keyword.length < 2)).toEqual([])
})

test.describe('when the server fails', () => {
  test.use({ expectedErrors: /status of 500/ })
})
