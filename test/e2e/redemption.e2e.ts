import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Redemption } from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty' })

const all = (client: ConsoleClient) => client.send<Redemption[]>('GET', '/api/redemption?page_size=100')
const statuses = async (client: ConsoleClient) => (await all(client)).map(({ status }) => status)
const rowOf = (page: Page, id: number) => page.locator(`[data-row="${id}"]`)
const bar = (page: Page, t: Texts) => page.getByRole('region', { name: t('table:select.bar') })

/** What a button downloads: the name of the file and what is in it. */
async function downloaded(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('what is typed into a number is what is checked and sent', { tag: '@all' }, async ({ page, client, t }) => {
  await page.goto('/redemption/add')
  const drawer = page.getByRole('dialog', { name: t('redemption:form.create') })
  await drawer.getByLabel(t('redemption:form.name'), { exact: true }).fill('exact')
  const quota = drawer.getByRole('textbox', { name: t('redemption:form.quota') })
  const count = drawer.getByRole('textbox', { name: t('redemption:form.count') })
  for (const [field, text, good] of [
    [quota, '0', '5'],
    [quota, '-5', '5'],
    [quota, '7,5', '5'],
    [quota, '1e6', '5'],
    [quota, '12345678901234567891', '5'],
    [count, '150', '1'],
    [count, '0', '1'],
  ] as const) {
    await field.fill('')
    await field.pressSequentially(text)
    await page.keyboard.press('Control+Enter')
    await field.blur()
    await expect(field).toHaveAccessibleDescription(/\d/)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue(text)
    await field.fill(good)
    await expect(field).toHaveAttribute('aria-invalid', 'false')
  }
  expect(await all(client)).toEqual([])
  await count.fill('150')
  await count.press('ArrowUp')
  await expect(count).toHaveValue('100')
  await count.press('Home')
  await expect(count).toHaveValue('1')
  // Dollars become units, and the other way round.
  await quota.fill('2.469134')
  await drawer.getByRole('button', { name: t('form:quota.toUnits') }).click()
  await expect(quota).toHaveValue('1234567')
  await quota.fill('1,234,567')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: t('redemption:made.title') })).toBeVisible()
  expect(await all(client)).toMatchObject([{ quota: 1_234_567 }])
})

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
  await expect(row.getByRole('button', { name: t('redemption:row.edit', { name, id }) })).toBeDisabled()
  await expect(row.getByRole('button', { name: `${t('common:action.disable')} ${name}` })).toBeDisabled()
  await row.getByRole('button', { name: t('redemption:row.redeemer', { id: client.user.id }) }).click()
  await expect(page.getByRole('dialog', { name: t('logs:user.title') })).toContainText('root')

  await page.goto(`/redemption/edit/${id}`)
  await expect(page.getByRole('dialog', { name: t('redemption:form.update') })).toContainText(t('redemption:used'))
})

test('an unused code is edited, and found whole without its place in the address', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  await client.send('POST', '/api/redemption', { name: 'gift', quota: 500_000, count: 2 })
  const [code] = await all(client)
  const { id, name, key } = code!
  await page.goto('/redemption')
  await page.getByRole('button', { name: t('redemption:row.edit', { name, id }) }).click()
  const drawer = page.getByRole('dialog', { name: t('redemption:form.update') })
  await drawer.getByLabel(t('redemption:form.name'), { exact: true }).fill('renamed')
  await drawer.getByRole('button', { name: '$50', exact: true }).click()
  await drawer.getByRole('button', { name: t('redemption:form.submit'), exact: true }).click()
  await expect(drawer).toBeHidden()
  await expect(rowOf(page, id)).toContainText('$50.00')
  expect((await all(client))[0]).toMatchObject({ name: 'renamed', quota: 25_000_000, key })

  await page.getByRole('searchbox', { name: t('redemption:filter.keyword') }).fill(key)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page).toHaveURL('/redemption')
})

test('many are switched off in turn, undo restores them, used ones stay', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  const count = 12
  await client.send('POST', '/api/redemption', { name: 'batch', quota: 1000, count })
  const [used] = await all(client)
  await client.send('POST', '/api/user/topup', { key: used!.key })
  await page.goto('/redemption')
  await page.getByRole('checkbox', { name: t('table:select.page') }).check()
  await page.getByRole('button', { name: t('table:select.matching', { total: String(count) }) }).click()
  await expect(page.getByText(t('table:select.count', { count }))).toBeVisible()
  await bar(page, t)
    .getByRole('button', { name: t('common:action.disable') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('redemption:bulk.disable.title', { count: count - 1 }) })
  await expect(dialog).toContainText(t('redemption:used'))
  await dialog.getByRole('button', { name: t('redemption:bulk.disable.action', { count: count - 1 }) }).click()
  await expect(page.getByText(t('redemption:bulk.disabled', { count: count - 1 }))).toBeVisible()
  const { unused, disabled } = REDEMPTION_STATUS
  expect(await statuses(client)).toEqual([REDEMPTION_STATUS.used, ...Array(count - 1).fill(disabled)])
  await expect(page.getByText(t('table:select.count', { count: 1 }))).toBeVisible()

  await page
    .getByRole('button', { name: t('common:action.undo') })
    .first()
    .click()
  await expect(page.getByText(t('redemption:bulk.restored', { count: count - 1 }))).toBeVisible()
  expect(await statuses(client)).toEqual([REDEMPTION_STATUS.used, ...Array(count - 1).fill(unused)])
})

test.describe('what takes long', () => {
  test('shows how far it is and can be stopped; the rest stays chosen', { tag: '@all' }, async ({
    page,
    client,
    t,
  }) => {
    const count = 10
    await client.send('POST', '/api/redemption', { name: 'slow', quota: 1000, count })
    await page.goto('/redemption')
    await page.getByRole('checkbox', { name: t('table:select.page') }).check()
    let answer: (() => void) | undefined
    const stopped = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/redemption/*', async (route) => {
      if (route.request().method() === 'DELETE') await stopped
      await route.continue()
    })
    await bar(page, t)
      .getByRole('button', { name: t('common:action.delete') })
      .click()
    await page.getByRole('button', { name: t('redemption:delete.actionMany', { count }) }).click()
    const dialog = page.getByRole('dialog', { name: t('redemption:bulk.deleting') })
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await dialog.getByRole('button', { name: t('table:progress.stop') }).click()
    answer?.()
    await expect(dialog).toBeHidden()
    // Those that had begun when it was stopped.
    const begun = 4
    await expect(page.getByText(t('redemption:bulk.deleted', { count: begun }))).toBeVisible()
    await expect(page.getByText(t('table:select.count', { count: count - begun }))).toBeVisible()
    expect((await all(client)).length).toBe(count - begun)
  })
})
