import { OPEN, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { chooseTwo, dialog, menu, type OpenState, press, testOpenStates } from './open-state.ts'

/** What opens over a page; questions and dialogs about records are in `open-dialogs.e2e.ts`. */
const STATES: Record<string, OpenState> = {
  palette: {
    path: '/about',
    async open(page, t) {
      await press(page, t('shell:palette.open'))
      await page.keyboard.type('to')
      await expect(page.getByRole('option').first()).toBeVisible()
      return page.getByRole('combobox', { name: t('palette:placeholder') })
    },
  },
  'palette on a phone': {
    path: '/token',
    phone: true,
    async open(page, t) {
      await press(page, t('shell:palette.open'))
      return page.getByRole('combobox', { name: t('palette:placeholder') })
    },
  },
  'search of the docs': {
    path: '/docs',
    async open(page, t) {
      await page.getByRole('combobox', { name: t('docs:search.label') }).fill('key')
      return page.getByRole('listbox', { name: t('docs:search.results') })
    },
  },
  'shortcut sheet': {
    path: '/channel',
    async open(page, t) {
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await page.keyboard.press('?')
      return dialog(page, t('shell:shortcuts.title'))
    },
  },
  'adding an authenticator app': {
    path: '/setting',
    async open(page, t) {
      await press(page, t('personal:factor.add'))
      await expect(page.getByRole('img', { name: t('personal:factor.enrol.qr') })).toBeVisible()
      return dialog(page, t('personal:factor.enrol.title'))
    },
  },
  'account menu': {
    path: '/token',
    async open(page, t) {
      await press(page, t('shell:user.menu', { name: 'root' }))
      return menu(page)
    },
  },
  'menu of the bottom bar': {
    path: '/setting',
    phone: true,
    async open(page, t) {
      await press(page, new RegExp(`^${t('shell:nav.more')}`))
      return menu(page)
    },
  },
  'change of the password': {
    path: '/token',
    async open(page, t) {
      await press(page, t('shell:user.menu', { name: 'root' }))
      await page.getByRole('menuitem', { name: t('shell:password.change') }).click()
      return dialog(page, t('shell:password.change'))
    },
  },
  'view of a list': {
    path: '/channel',
    async open(page, t) {
      await press(page, t('table:view.open'))
      return dialog(page)
    },
  },
  'saved views': {
    path: '/channel',
    async open(page, t) {
      await page.getByRole('button', { name: t('table:views.open') }).click()
      return dialog(page)
    },
  },
  'filters on a phone': {
    path: '/channel',
    phone: true,
    async open(page, t) {
      await page.getByRole('button', { name: t('table:filter.more') }).click()
      return page.getByRole('combobox', { name: t('channels:filter.type') })
    },
  },
  'values of the log': {
    path: '/log',
    async open(page, t) {
      await press(page, t('logs:facets.open'))
      return dialog(page)
    },
  },
  'row of the log': {
    // Only a call has a request id; other tests may have left rows of another type on top.
    path: '/log?type=2',
    async open(page, t) {
      await page.locator('[data-row]').first().getByRole('link').first().click()
      await expect(page.getByText(t('logs:fact.request')).first()).toBeVisible()
      return dialog(page)
    },
  },
  'types of a channel': {
    path: '/channel/add',
    async open(page, t) {
      // The list behind the drawer has a filter by type, which is there before the form.
      await dialog(page)
        .getByRole('combobox', { name: t('channels:form.type'), exact: true })
        .click()
      return page.getByRole('listbox')
    },
  },
  'models of a channel': {
    path: '/channel/add',
    async open(page, t) {
      await page.getByRole('combobox', { name: t('channels:form.models'), exact: true }).click()
      return page.getByRole('listbox')
    },
  },
  'buy price of a channel': {
    path: '/channel/add',
    async open(page, t) {
      await page.getByRole('button', { name: t('channels:form.section.buyPrice'), expanded: false }).click()
      await page.getByRole('button', { name: t('channels:buyPrice.add') }).click()
      await page.getByLabel(t('channels:buyPrice.currency')).selectOption('CNY')
      return page.getByLabel(t('channels:buyPrice.model'))
    },
  },
  'question before a draft is left': {
    path: '/channel/add',
    async open(page, t) {
      await page.getByRole('textbox', { name: t('channels:form.name'), exact: true }).fill('unsaved')
      await page.keyboard.press('Escape')
      return dialog(page, t('form:leave.title'))
    },
  },
  'menu of a token': {
    path: '/token',
    async open(page) {
      await page.locator('[data-row]').first().focus()
      await page.locator('[data-row]').first().getByRole('button').last().click()
      return menu(page)
    },
  },
  'rotation of a key': {
    path: '/token',
    async open(page, t) {
      await page.locator('[data-row]').first().focus()
      await page.locator('[data-row]').first().getByRole('button').last().click()
      await page.getByRole('menuitem', { name: t('tokens:row.rotate') }).click()
      await page.getByLabel(t('tokens:rotate.keep')).selectOption('0')
      return dialog(page)
    },
  },
  'values at a bar of the dashboard': {
    path: '/detail?period=7d',
    async open(page, t) {
      const bars = page.getByRole('list', { name: t('dashboard:chart.label') }).getByRole('link')
      await bars.last().focus()
      await page.keyboard.press('ArrowUp')
      return page.locator('[data-chart-values]')
    },
  },
  'selection of channels': {
    path: '/channel',
    async open(page, t) {
      await chooseTwo(page)
      return page.getByText(t('table:select.count', { count: 2 }))
    },
  },
  'change of many channels': {
    path: '/channel',
    async open(page, t) {
      await chooseTwo(page)
      await page.locator('[data-row]').first().focus()
      await page.keyboard.press('Shift+E')
      return dialog(page, t('batch:title', { count: 2 }))
    },
  },
}

testOpenStates(STATES)

test('a switched-off row under the pointer has enough contrast', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel?size=50')
  await page
    .locator('[data-row]', { hasText: t('channels:status.disabled') })
    .first()
    .hover()
  expect(await violations(page, 'light', OPEN)).toEqual([])
})
