import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { searchOf } from './search-of.ts'
import type { Texts } from './texts.ts'

async function save(page: Page, t: Texts, name: string) {
  await page.getByRole('button', { name: t('table:views.open') }).click()
  await page.getByRole('textbox', { name: t('table:views.name') }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

for (const [list, search] of [
  ['/log', 'type=2&range=7d&sort=-quota'],
  ['/token', 'keyword=small'],
  ['/channel', 'keyword=spare&sort=-priority'],
] as const) {
  test(`a view of ${list} is saved, shown again, renamed and deleted`, async ({ page, t }) => {
    await page.goto(`${list}?${search}&p=1`)
    await save(page, t, 'Mine')
    await page.goto(list)
    await page.getByRole('button', { name: t('table:views.open') }).click()
    await page.getByRole('button', { name: 'Mine', exact: true }).click()
    await expect.poll(searchOf(page)).toEqual(Object.fromEntries(new URLSearchParams(search)))
    await page.getByRole('button', { name: t('table:views.open') }).click()
    await expect(page.getByRole('button', { name: 'Mine', exact: true })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: t('table:views.rename', { name: 'Mine' }) }).click()
    const name = page.getByRole('textbox', { name: t('table:views.rename', { name: 'Mine' }) })
    await name.fill('Ours')
    await name.press('Enter')
    await page.getByRole('button', { name: t('table:views.delete', { name: 'Ours' }) }).click()
    await expect(page.getByText(t('table:views.none'))).toBeVisible()
  })
}

test('the first view is what the list shows when its address says nothing', async ({ page, t }) => {
  await page.goto('/log?type=1&range=30d')
  await save(page, t, 'Top-ups')
  await page.getByRole('button', { name: t('table:views.first', { name: 'Top-ups' }) }).click()
  await page.goto('/log')
  await expect.poll(searchOf(page)).toEqual({ type: '1', range: '30d' })
  await page.goto('/log?type=2')
  await expect(page).toHaveURL('/log?type=2')
  await page.getByRole('button', { name: t('table:filter.clear') }).click()
  await expect(page).toHaveURL('/log')
})

test('a view is a link that anybody can open', async ({ page, t, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/log?type=1&range=30d')
  await save(page, t, 'Top-ups')
  await page.getByRole('button', { name: t('table:views.link', { name: 'Top-ups' }) }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).search).toBe('?range=30d&type=1')
})
