import type { Page } from '@playwright/test'
import type { ConsoleClient } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import { searchOf } from './search-of.ts'
import { MODEL } from './seed.ts'
import type { Texts } from './texts.ts'

interface Listed {
  total: number
}
const totalOf = async (client: ConsoleClient, filter: string) =>
  (await client.send<Listed>('GET', `/api/log?page_size=10&${filter}`)).total

const bars = (page: Page, t: Texts) => page.getByRole('list', { name: t('logs:chart.bars') })
const range = (page: Page) => {
  const params = new URL(page.url()).searchParams
  return { from: Number(params.get('from')), to: Number(params.get('to')) }
}

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('the chart says in words what it shows', { tag: '@all' }, async ({ page, t, client }) => {
      const calls = await totalOf(client, 'type=2')
      await page.goto('/log?type=2&range=all')
      const chart = page.getByRole('region', { name: t('logs:chart.label') })
      await expect(chart).toContainText(t('logs:chart.keys'))
      const text = await chart.getByText(t('logs:chart.keys')).textContent()
      expect(text).toContain(String(calls))
    })
  })
}

test('dragging over the chart shows that time; keys do the same', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/log?range=24h')
  const chart = bars(page, t)
  await expect(chart.getByRole('button').first()).toBeVisible()
  const box = await chart.boundingBox()
  if (!box) throw new Error('the chart has no place')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.25, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, y, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/\/log\?from=\d+&to=\d+$/)
  const dragged = range(page)
  expect(dragged.to - dragged.from).toBeGreaterThan(8 * 3600)
  expect(dragged.to - dragged.from).toBeLessThan(16 * 3600)

  await page.goBack()
  await expect(page).toHaveURL('/log?range=24h')
  await chart.getByRole('button').last().focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(chart.getByRole('button', { pressed: true })).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=/)
  expect(range(page).to - range(page).from).toBe(2 * 3600 - 1)
})

test('arrows go to the time before and after', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/log?from=1000000&to=1000099')
  await expect(page.getByRole('region', { name: t('logs:chart.label') })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/log?from=999900&to=999999')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/log?from=1000000&to=1000099')
  await page.getByRole('button', { name: t('logs:shift.ahead') }).click()
  await expect(page).toHaveURL('/log?from=1000100&to=1000199')
})

test('the chart can be hidden, and stays so', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/log')
  await page.getByRole('button', { name: t('logs:chart.hide') }).click()
  await expect(bars(page, t)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: t('logs:chart.show') })).toBeVisible()
  await expect(bars(page, t)).toHaveCount(0)
})

test('values with counts narrow the log and are left out of it', async ({ page, t, client }) => {
  const [calls, all] = [await totalOf(client, 'type=2'), await totalOf(client, '')]
  await page.goto('/log?range=all')
  await page.getByRole('button', { name: t('logs:facets.open') }).click()
  const value = page.getByRole('button', {
    name: t('logs:facets.value', { field: t('logs:facets.field.type'), value: t('logs:type.2'), rows: calls }),
  })
  await value.click()
  await expect.poll(searchOf(page)).toEqual({ type: '2', range: 'all' })
  await expect(value).toHaveAttribute('aria-pressed', 'true')
  await value.click()
  await expect.poll(searchOf(page)).toEqual({ range: 'all' })
  await page.getByRole('button', { name: t('logs:facets.leaveOut', { value: t('logs:type.2') }) }).click()
  await expect.poll(searchOf(page)).toEqual({ not_type: '"2"', range: 'all' })
  // Away from what lies below the facets, which may have a tooltip of its own.
  await page.mouse.move(0, 0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: t('logs:facets.open') })).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(
    page.getByText(t('table:pager.range', { from: 1, to: Math.min(10, all - calls), total: all - calls })),
  ).toBeVisible()
  const filter = `${t('logs:facets.field.type')} ≠ ${t('logs:type.2')}`
  await page.getByRole('button', { name: t('logs:chip.remove', { filter }) }).click()
  await expect.poll(searchOf(page)).toEqual({ range: 'all' })
})

test('a value in a row filters by it, with Alt leaves it out', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/log?type=2&range=all')
  const model = page.getByRole('button', { name: t('logs:row.copyModel', { name: MODEL }) }).first()
  await model.click({ modifiers: ['ControlOrMeta'] })
  await expect.poll(searchOf(page)).toEqual({ type: '2', model_name: MODEL, range: 'all' })
  await model.click({ modifiers: ['Alt'] })
  await expect.poll(searchOf(page)).toEqual({ type: '2', not_model_name: MODEL, range: 'all' })
  await expect(model).toHaveCount(0)
  await page.goto('/log?range=all')
  const type = page.getByRole('button', { name: t('logs:narrow.only', { name: t('logs:type.2') }) }).first()
  await type.click()
  await expect.poll(searchOf(page)).toEqual({ type: '2', range: 'all' })
  await type.click({ modifiers: ['Alt'] })
  await expect.poll(searchOf(page)).toEqual({ not_type: '"2"', range: 'all' })
})

test('the numbers in the head lead to the dashboard with the same time', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/log?range=7d&username=root')
  await page.getByRole('link', { name: t('logs:stat.rpm', { value: '' }).trim() }).click()
  await expect(page).toHaveURL('/detail?username=root&metric=count&period=7d')
})

test('a text that needs room takes that of empty columns', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/log?type=1&range=all')
  const cell = page.locator('[data-row]').first().locator('[colspan]')
  await expect(cell).toHaveCount(1)
  const head = page.getByRole('columnheader', { name: t('logs:column.content') })
  const [own, taken] = [await head.boundingBox(), await cell.boundingBox()]
  expect(taken?.width).toBeGreaterThan((own?.width ?? 0) * 2)
})

test('where there are very many rows, the count says at least, and exactly when asked', { tag: '@all' }, async ({
  page,
  t,
}) => {
  const asked: string[] = []
  await page.route(/\/api\/log\?/, async (route) => {
    const url = new URL(route.request().url())
    asked.push(url.searchParams.get('count') ?? 'exact')
    const response = await route.fetch()
    const reply = await response.json()
    if (url.searchParams.has('count')) Object.assign(reply.data, { total: 10_000, more: true })
    else reply.data.total = 23_456
    await route.fulfill({ response, json: reply })
  })
  await page.goto('/log?token_name=small&range=all')
  await expect(page.getByText(t('table:pager.range', { from: 1, to: 10, total: '10,000+' }))).toBeVisible()
  await page.getByRole('button', { name: t('table:pager.count') }).click()
  await expect(page.getByText(t('table:pager.range', { from: 1, to: 10, total: '23,456' }))).toBeVisible()
  expect(asked.at(-1)).toBe('exact')
})

test('where only the newest rows are sorted, the list says so', { tag: '@all' }, async ({ page, t }) => {
  await page.route(/\/api\/log\?/, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    if (new URL(route.request().url()).searchParams.has('sort')) reply.data.sorted = 20_000
    await route.fulfill({ response, json: reply })
  })
  const told = page.getByText(t('table:pager.sorted', { rows: '20,000' }))
  await page.goto('/log?range=all&sort=-quota')
  await expect(told).toBeVisible()
  await page.goto('/log?range=all')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(told).toHaveCount(0)
})

test.describe('when the chart cannot be loaded', () => {
  test.use({ expectedErrors: /status of 500|net::ERR_FAILED|Failed to fetch dynamically imported module/ })

  test('the list stands, and the chart is asked for again', { tag: '@all' }, async ({ page, t }) => {
    const asked = /\/api\/log\/histogram/
    await page.route(asked, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/log')
    await expect(page.getByText(t('logs:chart.unavailable'))).toBeVisible()
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.unroute(asked)
    await page.getByRole('button', { name: t('table:failed.retry') }).click()
    await expect(bars(page, t)).toBeVisible()
  })

  test('the list stands without its code', { tag: '@all' }, async ({ page, t }) => {
    await page.route('**/assets/histogram-*.js', (route) => route.abort())
    await page.goto('/log')
    await expect(page.getByText(t('logs:chart.unavailable'))).toBeVisible()
    await expect(page.locator('[data-row]').first()).toBeVisible()
  })
})
