import type { Locator, Page } from '@playwright/test'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

interface ListCase {
  path: string
  title: (t: Texts) => string
  /** A text filter, a value for it and the part of the URL that keeps it. */
  filter: (t: Texts) => string
  value: string
  kept: string
  /** A column that can be sorted by. */
  column: (t: Texts) => string
  sort: string
  empty: (t: Texts) => string
  /** The list's calls. */
  api: RegExp
}

const LISTS: ListCase[] = [
  {
    path: '/token',
    title: (t) => t('tokens:title'),
    filter: (t) => t('tokens:filter.keyword'),
    value: 'app-1',
    kept: 'keyword=app-1',
    column: (t) => t('tokens:column.name'),
    sort: 'sort=name',
    empty: (t) => t('tokens:empty.title'),
    api: /\/api\/token(?:\/search)?\/?(?:\?|$)/,
  },
  {
    path: '/channel',
    title: (t) => t('channels:title'),
    filter: (t) => t('channels:filter.keyword'),
    value: 'main',
    kept: 'keyword=main',
    column: (t) => t('channels:column.name'),
    sort: 'sort=name',
    empty: (t) => t('channels:empty.title'),
    api: /\/api\/channel(?:\/search)?\/?(?:\?|$)/,
  },
  {
    path: '/redemption',
    title: (t) => t('redemption:title'),
    filter: (t) => t('redemption:filter.keyword'),
    value: 'welcome',
    kept: 'keyword=welcome',
    column: (t) => t('redemption:column.name'),
    sort: 'sort=name',
    empty: (t) => t('redemption:empty.title'),
    api: /\/api\/redemption(?:\/search)?\/?(?:\?|$)/,
  },
  {
    path: '/log',
    title: (t) => t('logs:title'),
    filter: (t) => t('logs:filter.token'),
    value: 'small',
    kept: 'token_name=small',
    column: (t) => t('logs:column.cost'),
    sort: 'sort=quota',
    empty: (t) => t('logs:empty.title'),
    api: /\/api\/log\/?(?:\?|$)/,
  },
  {
    path: '/audit',
    title: (t) => t('audits:title'),
    filter: (t) => t('audits:filter.actor'),
    value: 'root',
    kept: 'actor=root',
    column: (t) => t('audits:column.time'),
    sort: 'sort=created_at',
    empty: (t) => t('audits:empty.title'),
    api: /\/api\/audit\/?(?:\?|$)/,
  },
]

/** The record that a row shows. */
const ID = 'data-row'
const idOf = async (row: Locator) => (await row.getAttribute(ID)) ?? ''

for (const list of LISTS) {
  test.describe(list.path, further(list.path !== '/token', '@all'), () => {
    test('keeps page, filter and sorting in its URL', async ({ page, t }) => {
      const rows = rowsOf(page, list.title(t))
      const filter = page.getByRole('searchbox', { name: list.filter(t), exact: true })
      await page.goto(list.path)
      await expect(rows).toHaveCount(10)
      const first = await idOf(rows.first())

      await page.getByRole('button', { name: t('table:pager.next') }).click()
      await expect(page).toHaveURL(`${list.path}?p=2`)
      await expect(rows.first()).not.toHaveAttribute(ID, first)
      const second = await idOf(rows.first())
      await page.reload()
      await expect(rows.first()).toHaveAttribute(ID, second)
      await page.goBack()
      await expect(page).toHaveURL(list.path)
      await expect(rows.first()).toHaveAttribute(ID, first)

      await filter.fill(list.value)
      await expect(page).toHaveURL(`${list.path}?${list.kept}`)
      await page.reload()
      await expect(filter).toHaveValue(list.value)
      await expect(rows.filter({ hasNotText: list.value })).toHaveCount(0)
      await page.getByRole('button', { name: t('table:filter.clear') }).click()
      await expect(page).toHaveURL(list.path)
      await page.goBack()
      await expect(filter).toHaveValue(list.value)

      const column = page.getByRole('columnheader', { name: list.column(t) })
      await column.getByRole('button').first().click()
      await expect(page).toHaveURL(`${list.path}?${list.kept}&${list.sort}`)
      await expect(column).toHaveAttribute('aria-sort', 'ascending')
      await page.reload()
      await expect(column).toHaveAttribute('aria-sort', 'ascending')
    })

    test.describe('when the server fails', () => {
      test.use({ expectedErrors: /status of 500/ })
    })
  })
}

for (const _path of ['/token', '/redemption'] as const) {
}

test('two filters that are typed at once both apply', async ({ page, t }) => {
  await page.clock.install()
  const filter = (name: string) => page.getByRole('searchbox', { name, exact: true })
  await page.goto('/log')
  await expect(rowsOf(page, t('logs:title'))).toHaveCount(10)
  await filter(t('logs:filter.token')).fill('small')
  await filter(t('logs:filter.model')).fill('gpt-4o-mini')
  await expect(page).toHaveURL('/log?token_name=small&model_name=gpt-4o-mini')

  await page.goto('/token')
  await filter(t('tokens:filter.key')).fill('sk-nobody')
  await expect(page.getByText(t('table:none.matching'), { exact: true })).toBeVisible()
  await filter(t('tokens:filter.key')).fill('')
  await filter(t('tokens:filter.keyword')).fill('app-1')
  await expect(page).toHaveURL('/token?keyword=app-1')
  await expect(rowsOf(page, t('tokens:title')).first()).toBeVisible()
  await page.clock.runFor(600)
  await expect(rowsOf(page, t('tokens:title')).first()).toBeVisible()
})

test.describe('at the first start', () => {
  test.use({ start: 'empty' })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('a page that was told nothing of the server, and cannot ask, says so', { tag: '@all' }, async ({ page, t }) => {
    await page.route('**/token', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<script[^>]* id="status">.*?<\/script>/s, '')
      await route.fulfill({ response, body })
    })
    await page.route('**/api/status', (route) => route.abort())
    await page.goto('/token')
    await expect(rowsOf(page, t('tokens:title'))).toHaveCount(10)
    await expect(page.getByText(t('common:error.offline')).first()).toBeVisible()
  })

  test('a list says so and tries again', { tag: '@all' }, async ({ page, t }) => {
    await page.route('**/api/token?*', (route) => route.abort())
    await page.goto('/token')
    const failure = page.getByRole('alert').filter({ hasText: t('common:error.offline') })
    await expect(failure).toBeVisible()
    await page.unroute('**/api/token?*')
    await failure.getByRole('button', { name: t('table:failed.retry') }).click()
    await expect(rowsOf(page, t('tokens:title'))).toHaveCount(10)
  })
})

/** The rows of a list's table without its head. */
function rowsOf(page: Page, title: string) {
  return page
    .getByRole('table', { name: title })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
}
