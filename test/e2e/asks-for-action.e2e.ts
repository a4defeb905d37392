import type { Page } from '@playwright/test'
import { type ConsoleClient, enterAs, logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty', options: { AutomaticDisableChannelEnabled: true } })

const WITHOUT_PRICE = 'odd-one'

/** A channel whose key the upstream refuses, switched off by the first call to it, and a model that nobody has priced. */
async function bringAboutTrouble(client: ConsoleClient, url: string, upstreamUrl: string) {
  const channel = { type: 1, base_url: upstreamUrl, models: MODEL }
  await client.send('POST', '/api/channel', { ...channel, name: 'refused', key: 'sk-bad' })
  await client.send('POST', '/api/channel', { ...channel, name: 'odd', key: 'sk-odd', models: WITHOUT_PRICE })
  const { key } = await client.send<{ key: string }>('POST', '/api/token', { name: 'app', unlimited_quota: true })
  const headers = { Authorization: `Bearer sk-${key}` }
  const body = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hi' }] })
  await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })).text()
}

const offOnes = (t: Texts, count: number) => t('shell:nav.autoDisabled', { count })
const unpriced = (t: Texts, count: number) => t('shell:nav.unpriced', { count })
const main = (page: Page, t: Texts) => page.getByRole('navigation', { name: t('shell:nav.main') })

test('the navigation counts what asks for action, and acting on it takes the count away', { tag: '@all' }, async ({
  page,
  site,
  client,
  t,
}) => {
  await bringAboutTrouble(client, site.url, site.upstreamUrl)
  await page.goto('/token')
  const channels = main(page, t).getByRole('link', { name: t('shell:section.channels') })
  const prices = main(page, t).getByRole('link', { name: t('shell:section.prices') })
  await expect(channels).toHaveAccessibleName(`${t('shell:section.channels')} ${offOnes(t, 1)}`)
  await expect(prices).toHaveAccessibleName(`${t('shell:section.prices')} ${unpriced(t, 1)}`)

  await page.getByRole('button', { name: t('shell:nav.collapse') }).click()
  await expect(channels).toHaveAccessibleName(`${t('shell:section.channels')} ${offOnes(t, 1)}`)
  await expect(channels).toContainText('1')

  await channels.click()
  await page.getByRole('button', { name: t('channels:row.enable', { name: 'refused' }) }).click()
  await expect(channels).toHaveAccessibleName(t('shell:section.channels'))

  await prices.click()
  await expect(page).toHaveURL('/price')
  await page.goto('/setting?tab=operation&section=ratio')
  const ratios = page.locator('#option-ModelRatio')
  await ratios.getByRole('button', { name: t('settings:unpriced.addOne', { model: WITHOUT_PRICE }) }).click()
  await page.keyboard.type('1.5')
  await page.keyboard.press('Control+Enter')
  await expect(prices).toHaveAccessibleName(t('shell:section.prices'))
})

test('an administrator is told of channels alone, a user of nothing', { tag: '@all' }, async ({
  page,
  site,
  client,
  t,
}) => {
  await bringAboutTrouble(client, site.url, site.upstreamUrl)
  const account = { username: 'helper', password: 'e2e-password' }
  await client.send('POST', '/api/user', account)
  const user = await logIn(site.url, account.username, account.password)
  await enterAs(page, site.url, user)
  await page.goto('/token')
  await expect(main(page, t).getByRole('link', { name: t('shell:section.wallet'), exact: true })).toBeVisible()
  await expect(page.getByText(unpriced(t, 1))).toHaveCount(0)

  await client.send('POST', '/api/user/manage', { id: user.user.id, username: account.username, action: 'promote' })
  await enterAs(page, site.url, await logIn(site.url, account.username, account.password))
  await page.goto('/token')
  const channels = main(page, t).getByRole('link', { name: t('shell:section.channels') })
  await expect(channels).toHaveAccessibleName(`${t('shell:section.channels')} ${offOnes(t, 1)}`)
  await expect(main(page, t).getByRole('link', { name: t('shell:section.prices'), exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the bar counts, for pages that it has no place for at the way to all', { tag: '@all' }, async ({
    page,
    site,
    client,
    t,
  }) => {
    await bringAboutTrouble(client, site.url, site.upstreamUrl)
    await page.goto('/token')
    const bar = main(page, t)
    await expect(bar.getByRole('link', { name: t('shell:section.channels') })).toHaveAccessibleName(
      `${t('shell:section.channels')} ${offOnes(t, 1)}`,
    )
    const more = bar.getByRole('button', { name: t('shell:nav.more') })
    await expect(more).toHaveAccessibleName(`${t('shell:nav.more')} ${unpriced(t, 1)}`)
    await more.tap()
    await expect(page.getByRole('menuitem', { name: `${t('shell:section.prices')} ${unpriced(t, 1)}` })).toBeVisible()
  })
})
