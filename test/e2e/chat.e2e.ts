import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Token } from '#contract/api/tokens.ts'
import { setOptions } from './console-client.ts'
import { test as base, expect } from './fixtures.ts'

interface ChatClient {
  url: string
  requests: IncomingMessage[]
}

/** A chat client on a site of its own, which shows what it was handed in its address. */
const test = base.extend<{ chat: ChatClient }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
  chat: async ({}, use) => {
    const requests: IncomingMessage[] = []
    const server = createServer((request, response) => {
      if (request.url !== '/favicon.ico') requests.push(request)
      response.setHeader('Content-Type', 'text/html')
      response.end('<p id=it></p><script>it.textContent = decodeURIComponent(location.search + location.hash)</script>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

test.use({ start: 'empty' })

const chatsOf = (...links: [name: string, link: string][]) =>
  JSON.stringify(links.map(([name, link]) => ({ [name]: link })))

test('a chat client is shown inside the page with the first token that may be used', async ({
  page,
  t,
  site,
  client,
  chat,
}) => {
  await setOptions(client, {
    ServerAddress: `${site.url}/`,
    Chats: chatsOf(
      ['Hash', `${chat.url}/#/?settings={"key":"{key}","url":"{address}"}`],
      ['Cat', 'opencat://team/join?domain={address}&token={key}'],
    ),
  })
  const { key, id } = await client.send<Token>('POST', '/api/token', { name: 'mine', unlimited_quota: true })
  const newer = await client.send<Token>('POST', '/api/token', { name: 'newer', unlimited_quota: true })
  await client.send('PUT', '/api/token?status_only=true', { id: newer.id, status: 2 })

  await page.goto('/token')
  const nav = page.getByRole('navigation', { name: t('shell:nav.main') })
  await nav.getByRole('link', { name: t('shell:section.playground') }).click()
  await page.getByRole('link', { name: t('shell:tab.chat'), exact: true }).click()
  await page.getByRole('link', { name: 'Hash' }).click()
  await expect(page).toHaveURL('/chat/0')
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText(`#/?settings={"key":"sk-${key}","url":"${site.url}"}`)).toBeVisible()
  await expect(
    page.getByText(t('chat:given', { site: new URL(chat.url).host, token: 'mine', key: '' }).split('(')[0] ?? ''),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: t('shell:tab.chat'), exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(chat.requests[0]?.headers.referer).toBeUndefined()
  expect(
    await page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(key)

  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: t('chat:openTab') }).click()
  const tab = await opening
  await expect(tab.getByText(`"key":"sk-${key}"`)).toBeVisible()
  await tab.close()

  await page.getByRole('link', { name: t('chat:others') }).click()
  await expect(page).toHaveURL('/chat')
  await page.getByRole('main').getByRole('link', { name: 'Cat' }).click()
  await expect(page.getByRole('button', { name: t('chat:openApp') })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  const script = chatsOf(['Bad', 'javascript:alert("{key}")'])
  await expect(setOptions(client, { Chats: script })).rejects.toThrow('Bad')
  await page.goto('/chat/7')
  await expect(page.getByRole('alert').filter({ hasText: t('chat:noSuch') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Hash' })).toBeVisible()

  await client.send('PUT', '/api/token?status_only=true', { id, status: 2 })
  await page.goto('/chat/0')
  await expect(page.getByRole('heading', { name: t('chat:noToken.title') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('chat:noToken.create') })).toBeVisible()
  await expect(page).toHaveURL('/token')
})

test('an older single link has no group, and /chat2link goes on to it', { tag: '@all' }, async ({
  page,
  t,
  client,
  chat,
}) => {
  await setOptions(client, { ChatLink: chat.url })
  const { key } = await client.send<Token>('POST', '/api/token', { name: 'mine', unlimited_quota: true })
  await page.goto('/about')
  await page.goto('/token')
  const nav = page.getByRole('navigation', { name: t('shell:nav.main') })
  await nav.getByRole('link', { name: t('shell:section.playground') }).click()
  await page.getByRole('link', { name: t('shell:tab.chat'), exact: true }).click()
  await expect(page).toHaveURL('/chat')
  await expect(page.frameLocator('iframe').getByText(`"key":"sk-${key}"`)).toBeVisible()

  await page.goto('/about')
  await page.goto('/chat2link')
  await expect(page.getByText(`"key":"sk-${key}"`)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(chat.url)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('without links, root is led to the setting, and everybody to the playground', { tag: '@all' }, async ({
  page,
  t,
  client,
}) => {
  await setOptions(client, { Chats: '[]' })
  for (const path of ['/chat', '/chat/0', '/chat2link']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t('chat:none') })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: t('chat:playground') })).toBeVisible()
  await page.getByRole('link', { name: t('chat:configure') }).click()
  await expect(page).toHaveURL(/\/setting\?tab=operation/)
})

test.describe('a client that the page was not told of', () => {
  test.use({ expectedErrors: /Content Security Policy|Framing/ })

  test('is kept out by the browser, and the page says what to do', { tag: '@all' }, async ({
    page,
    t,
    client,
    chat,
  }) => {
    await setOptions(client, { Chats: chatsOf(['Late', `${chat.url}/?key={key}`]) })
    await client.send('POST', '/api/token', { name: 'mine', unlimited_quota: true })
    await page.route('**/chat/0', async (route) => {
      const response = await route.fetch()
      const policy = response.headers()['content-security-policy']?.replace(` ${chat.url}`, '') ?? ''
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
    })
    await page.goto('/chat/0')
    await expect(page.getByRole('alert').filter({ hasText: new URL(chat.url).host })).toBeVisible()
    await page.unroute('**/chat/0')
    await page.getByRole('button', { name: t('chat:blocked.reload') }).click()
    await expect(page.frameLocator('iframe').getByText('?key=sk-')).toBeVisible()
  })
})

test.describe('a visitor', () => {
  test.use({ as: 'visitor' })

  test('logs in first and comes back', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/chat/3')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('chat:login.action') })
      .click()
    await expect(page).toHaveURL('/login?return=%2Fchat%2F3')
    await page.goto('/chat2link')
    await expect(page).toHaveURL('/login?return=%2Fchat2link')
  })
})
