import type { Page } from '@playwright/test'
import { addUser, enterAs } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

interface Row {
  id: number
  name: string
}

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('recent') ?? '')

async function openPalette(page: Page, t: Texts) {
  await expect(page.getByRole('button', { name: t('shell:palette.open') })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: t('palette:placeholder') })).toBeFocused()
}

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('the palette begins with what was open lately, without what is gone', { tag: '@all' }, async ({
      page,
      t,
      client,
    }) => {
      const make = async (name: string) => {
        await client.send('POST', '/api/token', { name, remain_quota: 1, expired_time: -1, unlimited_quota: false })
        const found = await client.send<Row[]>('GET', `/api/token/search?keyword=${name}`)
        return found[0]?.id ?? 0
      }
      const doomed = await make(`doomed-${language}`)
      const office = await make(`kept-${language}`)
      const [channel] = await client.send<Row[]>('GET', '/api/channel/search?keyword=main')
      const { items } = await client.send<{ items: Row[] }>('GET', '/api/log?type=2&page_size=1')
      const log = items[0]?.id
      for (const [kind, id] of [
        ['token', doomed],
        ['token', office],
        ['channel', channel?.id],
      ]) {
        await page.goto(`/${kind}/edit/${id}`)
        await expect.poll(() => kept(page)).toContain(`"kind":"${kind}","id":${id},`)
      }
      await page.goto(`/log?row=${log}`)
      await expect.poll(() => kept(page)).toContain('"kind":"log"')
      await page.goto('/token/edit/99999999')
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await expect.poll(() => kept(page)).toContain('"pages":["token"')
      await page.goto('/topup')
      await expect.poll(() => kept(page)).toContain('"pages":["topup"')
      expect(await kept(page)).not.toContain('99999999')
      expect(await kept(page)).not.toContain('sk-')

      await openPalette(page, t)
      const records = group(page, t('palette:recentRecords'))
      await expect(records.getByRole('option')).toHaveText([
        new RegExp(`^${t('palette:log', { id: log })}`),
        new RegExp(`^${channel?.name}`),
        new RegExp(`^kept-${language}`),
        new RegExp(`^doomed-${language}`),
      ])
      const pages = group(page, t('palette:recentPages'))
      await expect(pages.getByRole('option').first()).toContainText(t('shell:page.token'))
      await expect(pages.getByRole('option', { name: t('shell:page.topup') })).toHaveCount(0)
      await page.keyboard.type('x')
      await expect(records).toHaveCount(0)
      await page.keyboard.press('Escape')

      await client.send('DELETE', `/api/token/${doomed}`)
      await page.reload()
      await openPalette(page, t)
      await expect(records.getByRole('option')).toHaveCount(3)
      await expect.poll(() => kept(page)).not.toContain('doomed')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/channel/${channel?.id}`)
      await expect(page.getByRole('heading', { name: channel?.name, level: 1 })).toBeVisible()
    })
  })
}

test('logging out forgets what was open', { tag: '@all' }, async ({ page, t, client, site }) => {
  await enterAs(page, site.url, await addUser(site.url, client, 'forgetful'))
  await page.goto('/topup')
  await expect.poll(() => kept(page)).toContain('topup')
  await openPalette(page, t)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('shell:user.menu', { name: 'forgetful' }) }).click()
  await page.getByRole('menuitem', { name: t('shell:user.logout') }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => kept(page)).toBe('')
})
