import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Redemption } from '#contract/api/redemption.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty' })

const all = (client: ConsoleClient) => client.send<Redemption[]>('GET', '/api/redemption?page_size=100')
const _statuses = async (client: ConsoleClient) => (await all(client)).map(({ status }) => status)
const rowOf = (page: Page, id: number) => page.locator(`[data-row="${id}"]`)
const _bar = (page: Page, t: Texts) => page.getByRole('region', { name: t('table:select.bar') })

/** What a button downloads: the name of the file and what is in it. */
async function downloaded(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** On paper there are these codes and nothing else, on the screen there is no sheet; it goes when the browser is done. */
async function isPrinted(page: Page, button: Locator, name: string, keys: string[]) {
  await page.evaluate(() => {
    window.print = () => {}
  })
  await button.click()
  const sheet = page.locator(`ul[aria-label="${name}"]`)
  await expect(sheet).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('listitem')).toHaveCount(keys.length)
  await expect(sheet.getByRole('img')).toHaveCount(keys.length)
  for (const key of keys) await expect(sheet.getByText(key)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
}

test('codes are made, handed over as files, and used', async ({ page, client, t }) => {
  await page.goto('/redemption')
  await page
    .getByRole('link', { name: t('redemption:add') })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: t('redemption:form.create') })
  const submit = drawer.getByRole('button', { name: t('redemption:form.submit'), exact: true })
  await submit.click()
  await expect(drawer.getByLabel(t('redemption:form.name'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(await all(client)).toEqual([])

  await drawer.getByLabel(t('redemption:form.name'), { exact: true }).fill('a/b, 节日')
  await drawer.getByRole('button', { name: '$10', exact: true }).click()
  await drawer.getByRole('textbox', { name: t('redemption:form.count') }).fill('3')
  await expect(drawer.getByText('3 × $10.00 = $30.00')).toBeVisible()
  await submit.click()

  const made = page.getByRole('dialog', { name: t('redemption:made.title') })
  await expect(made.getByRole('list', { name: t('redemption:made.list') }).getByRole('listitem')).toHaveCount(3)
  const codes = (await all(client)).reverse()
  const keys = codes.map(({ key }) => key)
  expect(await downloaded(page, made.getByRole('button', { name: t('redemption:made.text') }))).toEqual({
    name: 'a_b, 节日.txt',
    text: `${keys.join('\n')}\n`,
  })
  expect(await downloaded(page, made.getByRole('button', { name: t('redemption:made.csv') }))).toEqual({
    name: 'a_b, 节日.csv',
    text: `\uFEFFname,code,quota,usd\r\n${keys.map((key) => `"a/b, 节日",${key},5000000,10\r\n`).join('')}`,
  })
  await isPrinted(
    page,
    made.getByRole('button', { name: t('redemption:made.print') }),
    t('redemption:made.sheet'),
    keys,
  )
  await made.getByRole('button', { name: t('redemption:made.done') }).click()
  await expect(made).toBeHidden()
  const heads = page.getByRole('columnheader')
  await expect(heads.nth(1)).toContainText('ID')
  await expect(heads.nth(2)).toContainText(t('redemption:column.name'))

  const [first] = codes
  const { id, name } = first!
  await client.send('POST', '/api/user/topup', { key: first!.key })
  await page.getByRole('button', { name: t('table:refresh'), exact: true }).click()
  const row = rowOf(page, id)
  await expect(row).toContainText(t('redemption:status.used'))
  await expect(row.getByRole('button', { name: t('redemption:row.edit', { name, id }) })).toBeHidden()
  await expect(row.getByRole('button', { name: `${t('common:action.disable')} ${name}` })).toBeHidden()
  const redeemer = { name: 'root', exact: true }
  await expect(row.getByRole('link', redeemer)).toHaveAttribute('href', `/user/${client.user.id}`)

  await row.getByText(t('redemption:status.used')).click()
  const spent = page.getByRole('dialog', { name: t('redemption:form.update') })
  await expect(spent).toContainText(t('redemption:used'))
  await expect(spent.getByRole('link', redeemer)).toBeVisible()
})

test.describe('what takes long', () => {})
