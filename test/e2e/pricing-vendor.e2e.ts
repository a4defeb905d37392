import type { Page } from '@playwright/test'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty', as: 'visitor' })

test.beforeEach(async ({ client }) => {
  const set = (key: string, value: object) => client.send('PUT', '/api/option', { key, value: JSON.stringify(value) })
  await set('GroupRatio', { default: 1, vip: 0.8 })
  await set('ModelPrice', { painter: 0.04 })
  const channel = { type: 1, key: 'sk-1', base_url: 'http://127.0.0.1:1' }
  const add = (name: string, models: string, group: string) =>
    client.send('POST', '/api/channel', { ...channel, name, models, group })
  await add('all', 'gpt-4o,gpt-4o-mini,claude-opus-4-5,painter', 'default,vip')
  await add('vip', 'gpt-5,deepseek-chat', 'vip')
})

const rowsOf = (page: Page) => page.locator('[data-row]')
const vendorsOf = (page: Page, t: Texts) => page.getByRole('combobox', { name: t('models:filter.vendor') })
/** The offer in order, without the one that takes all. */
const offered = async (page: Page, t: Texts) =>
  (await vendorsOf(page, t).getByRole('option').allTextContents()).slice(1)

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('the price list is narrowed to a vendor, together with search, group and availability', {
      tag: '@all',
    }, async ({ page, t }) => {
      const option = (vendor: 'openai' | 'anthropic' | 'deepseek' | 'other', count: number) =>
        t('models:filter.vendorOption', { name: t(`pricing:vendor.${vendor}`), count })
      await page.goto('/pricing')
      await expect(rowsOf(page)).toHaveCount(6)
      expect(await offered(page, t)).toEqual([
        option('openai', 3),
        option('anthropic', 1),
        option('deepseek', 1),
        option('other', 1),
      ])
      const width = (await vendorsOf(page, t).boundingBox())?.width
      await vendorsOf(page, t).selectOption(option('openai', 3))
      await expect(page).toHaveURL('/pricing?vendor=openai')
      await expect(rowsOf(page)).toHaveCount(3)
      expect((await vendorsOf(page, t).boundingBox())?.width).toBe(width)

      await page.getByRole('searchbox').fill('mini')
      await expect(rowsOf(page)).toHaveCount(1)
      await expect.poll(() => offered(page, t)).toContain(option('openai', 1))
      expect(await offered(page, t)).toContain(option('anthropic', 0))
      await page.reload()
      await expect(rowsOf(page)).toHaveCount(1)
      await expect(vendorsOf(page, t)).toHaveValue('openai')

      await page.goto('/pricing?vendor=openai&available=yes')
      await expect(rowsOf(page)).toHaveCount(2)
      await page.getByRole('combobox', { name: t('pricing:filter.group') }).selectOption('vip')
      await expect(rowsOf(page)).toHaveCount(3)
      await expect(page).toHaveURL(/vendor=openai.*group=vip|group=vip.*vendor=openai/)
      await expect.poll(() => offered(page, t)).toContain(option('deepseek', 1))
    })
  })
}

test('a model that the price list of the server does not know is of another vendor', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/pricing?vendor=other')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('painter')
  await page.goto('/pricing?vendor=nobody')
  await expect(vendorsOf(page, t)).toHaveValue('nobody')
  const chip = t('filters:is', { name: t('filters:name.vendor'), value: 'nobody' })
  await page.getByRole('button', { name: t('filters:remove', { filter: chip }) }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(rowsOf(page)).toHaveCount(6)
})
