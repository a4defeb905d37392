import type { Page } from '@playwright/test'
import { removeChannels } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'

/** Scrollbars take room, as they do for most people who use a mouse. */
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

const LISTS = ['/token?size=20', '/channel?size=20', '/log?size=20&range=all']

const LONG_NAME = 'a name that is far too long for its column'

/** What scrolls, and which numbers in fields read as others because a part of them is covered. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const region = document.querySelector('main section:has(> table)') as HTMLElement
    const misread = [...document.querySelectorAll<HTMLInputElement>('input[data-edit]')].filter((field) => {
      const { left, right } = field.getBoundingClientRect()
      const edge = field.closest('tr')?.lastElementChild?.getBoundingClientRect().left ?? 0
      const covered =
        right > edge + 1 && left < edge && getComputedStyle(field.parentElement as Element).opacity !== '0'
      return covered || field.scrollWidth > field.clientWidth
    })
    return {
      page: root.scrollHeight - root.clientHeight,
      sideways: region.scrollWidth - region.clientWidth,
      misread: misread.map((field) => field.getAttribute('aria-label')),
    }
  })

/** Two frames later, what listens to the window's width has drawn anew. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

for (const language of ['zh', 'en'] as const) {
  test.describe(language, further(language !== 'zh', '@all'), () => {
    test.use({ language })

    test.afterEach(({ client }) => removeChannels(client, LONG_NAME))

    test('a full list scrolls inside the window, and no number reads as another one', { tag: '@all' }, async ({
      page,
      client,
    }) => {
      const channel = { type: 1, key: 'sk-1', models: 'gpt-4o', group: 'vip', weight: 1_000_000, priority: -999 }
      for (let at = 0; at < 20; at++) {
        await client.send('POST', '/api/channel', {
          ...channel,
          name: `${LONG_NAME} ${at}`,
        })
      }
      for (const path of LISTS) {
        await page.goto(path)
        await expect(page.locator('tbody [data-row]').nth(10)).toBeAttached()
        for (const width of [1280, 1366, 1440, 1536, 1920]) {
          await page.setViewportSize({ width, height: 640 })
          await settled(page)
          const { page: overflow, sideways, misread } = await measure(page)
          expect({ path, width, overflow, misread }).toEqual({ path, width, overflow: 0, misread: [] })
          if (width >= 1440) expect({ path, width, sideways }).toEqual({ path, width, sideways: 0 })
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/channel?size=20')
      await expect(page.locator('tbody [data-row]').nth(19)).toBeAttached()
      const inSight = await page.locator('main section:has(> table)').evaluate((list) => {
        const { bottom } = list.getBoundingClientRect()
        return [...list.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= bottom)
          .length
      })
      expect(inSight).toBe(20)
    })

    test('no word of the log and no name of its columns is cut off unmarked', { tag: '@all' }, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/log?size=20&range=all')
      await expect(page.locator('tbody [data-row]').first()).toBeAttached()
      const cut = await page
        .locator('main section:has(> table)')
        .evaluate((list) =>
          [...list.querySelectorAll<HTMLElement>('th, td, th > span')]
            .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => cell.innerText),
        )
      expect(cut).toEqual([])
    })

    test('between phone and desktop the log fits, and its rows tell the rest', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/log?size=20&range=all&type=2')
      for (const width of [640, 720, 768, 900, 1024, 1279]) {
        await page.setViewportSize({ width, height: 800 })
        await expect(page.locator('tbody [data-row]').first()).toBeAttached()
        await settled(page)
        const { sideways } = await measure(page)
        expect({ width, sideways }).toEqual({ width, sideways: 0 })
      }
      await page.setViewportSize({ width: 720, height: 800 })
      await expect(page.getByRole('columnheader', { name: t('logs:column.content') })).toBeVisible()
      const row = page.locator('tbody [data-row]').first()
      await row.getByRole('link').first().click()
      await expect(page.getByRole('dialog').getByText(t('logs:fact.request'))).toBeVisible()
    })

    test('the type of a channel is told in full, and in one line where there is room', { tag: '@all' }, async ({
      page,
      client,
    }) => {
      await client.send('POST', '/api/channel', { type: 14, name: LONG_NAME, key: 'sk-1', models: 'o3', group: 'vip' })
      await page.goto('/channel?size=20')
      const row = page.locator('tbody [data-row]').filter({ hasText: LONG_NAME })
      const type = row.getByText('Anthropic Claude')
      for (const [width, most] of [
        [1440, 2],
        [1920, 1],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await settled(page)
        const seen = await type.evaluate((tag) => ({
          cut: tag.scrollWidth > tag.clientWidth || tag.scrollHeight > tag.clientHeight,
          lines: Math.round(tag.clientHeight / Number.parseFloat(getComputedStyle(tag).lineHeight)),
        }))
        expect({ width, cut: seen.cut }).toEqual({ width, cut: false })
        expect(seen.lines).toBeLessThanOrEqual(most)
      }
      const name = await row
        .getByRole('link', { name: LONG_NAME })
        .evaluate((link) => link.scrollWidth - link.clientWidth)
      expect(name).toBe(0)
    })

    test('the tools of the log stay in one line at 1440 px with a filter set', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/log?range=7d&type=2&model_name=gpt-4o')
      const tools = page.locator('div:has(> [data-filters])')
      await expect(tools.getByRole('button', { name: t('table:filter.clear') })).toBeVisible()
      const control = page.getByRole('button', { name: t('table:refresh'), exact: true })
      expect((await tools.boundingBox())?.height).toBe((await control.boundingBox())?.height)
    })
  })
}
