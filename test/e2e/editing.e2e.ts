import type { Page } from '@playwright/test'
import { removeChannels } from './console-client.ts'
import { expect, test } from './fixtures.ts'

const focusedRow = (page: Page) => page.locator('[data-row]:focus')
const isWrite = (method: string) => method !== 'GET'

test('a number that cannot be saved stays, with the reason, until it is mended or taken back', { tag: '@all' }, async ({
  page,
  t,
}) => {
  const writes: string[] = []
  page.on('request', (request) => isWrite(request.method()) && writes.push(request.url()))
  await page.goto('/channel')
  const weight = page.getByLabel(t('channels:row.weight', { name: 'main' }))
  const before = await weight.inputValue()
  for (const text of ['99999999999', 'abc', '2.5']) {
    await weight.fill(text)
    await weight.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(t('table:inline.range', { min: '0', max: '1,000,000' }))
    await expect(weight).toHaveValue(text)
    await expect(weight).toBeFocused()
  }
  await weight.press('Escape')
  await expect(weight).toHaveValue(before)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(writes).toEqual([])
})

test('a weight below 0 counts as 0, and a priority below the least as the least', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  const body = {
    name: 'low',
    type: 1,
    key: 'sk-1',
    models: 'low',
    weight: 5,
    priority: 3,
    base_url: 'http://127.0.0.1:9',
  }
  await client.send('POST', '/api/channel', body)
  await page.goto('/channel?keyword=low')
  const weight = page.getByLabel(t('channels:row.weight', { name: 'low' }))
  const priority = page.getByLabel(t('channels:row.priority', { name: 'low' }))
  await weight.fill('-50')
  await weight.press('Enter')
  await expect(weight).toHaveValue('0')
  await priority.fill('-1000')
  await priority.press('Enter')
  await expect(priority).toHaveValue('-999')
  await page.reload()
  await expect(weight).toHaveValue('0')
  await expect(priority).toHaveValue('-999')
  await removeChannels(client, 'low')
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /status of 503/ })

  test('a number in the list says which row, and Escape takes it back', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/channel')
    await page.route(/\/api\/channel\/?$/, (route) =>
      isWrite(route.request().method()) ? route.fulfill({ status: 503 }) : route.continue(),
    )
    const label = t('channels:row.weight', { name: 'main' })
    const weight = page.getByLabel(label)
    const before = await weight.inputValue()
    await weight.fill('44')
    await weight.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: label })).toContainText('503')
    await expect(weight).toHaveValue('44')
    await weight.press('Escape')
    await expect(weight).toHaveValue(before)
  })

  test('a form that is being saved stays until the answer, and keeps what was typed', { tag: '@all' }, async ({
    page,
    t,
  }) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.goto('/token')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.keyboard.press('c')
    const name = page.getByLabel(t('tokens:form.name'), { exact: true })
    await name.fill('slow')
    await page.route(/\/api\/token\/?$/, async (route) => {
      if (!isWrite(route.request().method())) return route.continue()
      await answered
      await route.fulfill({ status: 503 })
    })
    await page.keyboard.press('Control+Enter')
    const cancel = page.getByRole('button', { name: t('common:action.cancel') })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    await expect(cancel).toHaveAccessibleDescription(t('form:saving'))
    await page.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click({ force: true })
    await expect(page.getByText(t('form:repeated'))).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect(name).toHaveValue('slow')
    answer()
    await expect(page.getByRole('alert')).toContainText('503')
    await expect(page).toHaveURL('/token/add')
    await expect(name).toHaveValue('slow')
  })
})

test('a changed priority is told at once, and R sorts again', { tag: '@all' }, async ({ page, t, client }) => {
  const channel = { type: 1, key: 'sk-1', models: 'gpt-4o', group: 'default', priority: -7 }
  await client.send('POST', '/api/channel', { ...channel, name: 'to the top' })
  await page.goto('/channel?size=100')
  const rows = page.locator('[data-row]')
  const priority = page.getByLabel(t('channels:row.priority', { name: 'to the top' }))
  const row = await priority.evaluate((field) => field.closest<HTMLElement>('[data-row]')?.dataset.row ?? '')
  await priority.fill('9000')
  await priority.press('Enter')
  await expect(page.getByText(t('table:sort.changed'))).toBeVisible()
  await expect(rows.first()).not.toHaveAttribute('data-row', row)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('r')
  await expect(rows.first()).toHaveAttribute('data-row', row)
  await expect(page.getByText(t('table:sort.changed'))).toBeHidden()
  await removeChannels(client, 'to the top')
})

test('Ctrl A takes the page and then all, F goes to the filters, Ctrl Z takes back', { tag: '@all' }, async ({
  page,
  t,
}) => {
  const { keyboard } = page
  await page.goto('/channel')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await keyboard.press('j')
  await keyboard.press('Control+a')
  await expect(page.getByText(t('table:select.count', { count: 10 }))).toBeVisible()
  await keyboard.press('Control+a')
  await expect(page.getByText(t('table:select.count', { count: 10 }))).toBeHidden()
  await keyboard.press('Escape')
  await keyboard.press('f')
  await expect(page.getByRole('combobox').and(page.locator(':focus'))).toBeVisible()

  await page.getByRole('button', { name: t('channels:row.disable', { name: 'main' }) }).click()
  await expect(page.getByRole('button', { name: t('channels:row.enable', { name: 'main' }) })).toBeVisible()
  await expect(page.getByText(t('channels:toast.disabled', { name: 'main' }))).toBeVisible()
  await keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: t('channels:row.disable', { name: 'main' }) })).toBeVisible()
  await expect(focusedRow(page)).toHaveCount(0)
})

test('a menu that comes late does not open over the palette', { tag: '@all' }, async ({ page, t }) => {
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route(/\/menu-[^/]*\.js$/, async (route) => {
    await delivered
    await route.continue()
  })
  await page.goto('/channel')
  const tools = page.getByRole('button', { name: t('channels:toolbar.more') })
  await tools.click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  const loaded = page.waitForResponse(/\/menu-[^/]*\.js$/)
  deliver()
  await loaded
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await tools.click()
  await expect(page.getByRole('menu')).toBeVisible()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`toasts leave buttons in reach at ${viewport.width} px`, { tag: '@all' }, async ({ page, t }) => {
    await page.setViewportSize(viewport)
    await page.goto('/channel')
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: t('channels:row.disable', { name: 'main' }) }).click()
    const toast = page.getByText(t('channels:toast.disabled', { name: 'main' }))
    await expect(toast).toBeVisible()
    await expectApart(page, '[data-keep-clear]')
    await page.getByRole('button', { name: t('channels:row.edit', { name: 'main' }) }).click()
    await expect(
      page.getByRole('dialog', { name: t('channels:form.update') }).locator('[data-keep-clear]'),
    ).toBeVisible()
    await expect(toast).toBeVisible()
    await expectApart(page, '[role=dialog] [data-keep-clear]')
    await page.goto('/channel')
    await page.getByRole('button', { name: t('channels:row.enable', { name: 'main' }) }).click()
    await expect(page.getByText(t('channels:toast.enabled', { name: 'main' }))).toBeVisible()
  })
}

/** No toast lies over any of these. */
function expectApart(page: Page, selector: string) {
  const overlaps = () =>
    page.evaluate((chosen) => {
      const toasts = [...document.querySelectorAll('[role=region] .popup')].map((each) => each.getBoundingClientRect())
      const others = [...document.querySelectorAll(chosen)].map((each) => each.getBoundingClientRect())
      return toasts.flatMap((a) =>
        others.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
      ).length
    }, selector)
  return expect.poll(overlaps).toBe(0)
}

test('a drawer has no sideways scrolling at 400 % zoom', { tag: '@all' }, async ({ page, t }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/channel/add')
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  await expect(drawer.getByRole('textbox').first()).toBeVisible()
  const width = await drawer
    .locator('form > div')
    .first()
    .evaluate((form) => form.scrollWidth - form.clientWidth)
  expect(width).toBe(0)
})
