import type { Page } from '@playwright/test'
import { addUser, type ConsoleClient } from './console-client.ts'
import { expect } from './fixtures.ts'
import { chooseTwo, dialog, menu, type OpenState, press, testOpenStates } from './open-state.ts'
import { MODEL } from './seed.ts'
import type { Texts } from './texts.ts'

/** The bar over a list whose rows are chosen. */
const bar = (page: Page, t: Texts) => page.getByRole('region', { name: t('table:select.bar') })

/** Chooses two rows and presses a button of the bar. */
async function withTwo(page: Page, t: Texts, action: string) {
  await chooseTwo(page)
  await bar(page, t).getByRole('button', { name: action, exact: true }).click()
}

/** Opens the menu of a row and chooses from it. */
async function fromMenu(page: Page, button: string, entry: string) {
  await press(page, button)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Adds a user; tests share the site, so each has a name of its own. */
const adding = (name: string) => (client: ConsoleClient, url: string) => addUser(url, client, name)

const TOKENS: Record<string, OpenState> = {
  'question before a token is deleted': {
    path: '/token',
    async open(page, t) {
      await fromMenu(page, t('tokens:row.more', { name: 'app-19' }), t('common:action.delete'))
      return dialog(page, t('tokens:delete.title'))
    },
  },
  'question before tokens are deleted': {
    path: '/token',
    async open(page, t) {
      await withTwo(page, t, t('common:action.delete'))
      return dialog(page, t('tokens:delete.titleMany', { count: 2 }))
    },
  },
  'code examples of a token': {
    path: '/token',
    async open(page, t) {
      await fromMenu(page, t('tokens:row.more', { name: 'app-19' }), t('tokens:row.snippets'))
      return dialog(page)
    },
  },
  'test of a token': {
    path: '/token',
    async open(page, t) {
      await fromMenu(page, t('tokens:row.more', { name: 'app-19' }), t('tokens:row.try'))
      return dialog(page)
    },
  },
  'copies of tokens': {
    path: '/token',
    async open(page, t) {
      await withTwo(page, t, t('tokens:bulk.copy'))
      return menu(page)
    },
  },
  'message after a token was disabled': {
    path: '/token?keyword=office',
    async open(page, t) {
      await press(page, `${t('common:action.disable')} office`)
      return page.getByRole('button', { name: t('common:action.undo') }).first()
    },
  },
}

const CHANNELS: Record<string, OpenState> = {
  'question before a channel is deleted': {
    path: '/channel',
    async open(page, t) {
      await press(page, t('channels:row.delete', { name: 'broken' }))
      return dialog(page, t('channels:delete.title'))
    },
  },
  'question before channels are disabled': {
    path: '/channel',
    async open(page, t) {
      await withTwo(page, t, t('common:action.disable'))
      return dialog(page)
    },
  },
  'question before channels are deleted': {
    path: '/channel',
    async open(page, t) {
      await page.getByRole('switch', { name: t('channels:toolbar.batch') }).click()
      await withTwo(page, t, t('common:action.delete'))
      return dialog(page, t('channels:delete.titleMany'))
    },
  },
  'actions on all channels': {
    path: '/channel',
    async open(page, t) {
      await press(page, t('channels:toolbar.more'))
      return menu(page)
    },
  },
  'question before all channels are tested': {
    path: '/channel',
    async open(page, t) {
      await press(page, t('channels:tests.title'))
      return dialog(page)
    },
  },
  'models to test a channel with': {
    path: '/channel',
    async open(page, t) {
      await press(page, t('channels:row.testModel', { name: 'main' }))
      return dialog(page)
    },
  },
}

const OWN: Record<string, OpenState> = {
  'billing details': {
    path: '/setting',
    async open(page, t) {
      await press(page, `${t('personal:billing.change')}: ${t('personal:billing.title')}`)
      return dialog(page).getByLabel(t('receipts:billing.company'))
    },
  },
}

const CODES: Record<string, OpenState> = {
  'question before a code is deleted': {
    path: '/redemption',
    async open(page, t) {
      await page
        .getByRole('button', { name: t('redemption:row.delete', { name: 'welcome', id: '' }).replace(/ \(\)$/, '') })
        .first()
        .click()
      return dialog(page, t('redemption:delete.title'))
    },
  },
  'question before codes are deleted': {
    path: '/redemption',
    async open(page, t) {
      await withTwo(page, t, t('common:action.delete'))
      return dialog(page, t('redemption:delete.titleMany', { count: 2 }))
    },
  },
  'question before codes are disabled': {
    path: '/redemption?status=1',
    async open(page, t) {
      await withTwo(page, t, t('common:action.disable'))
      return dialog(page, t('redemption:bulk.disable.title', { count: 2 }))
    },
  },
  'codes that were made': {
    path: '/redemption/add',
    async open(page, t) {
      const drawer = dialog(page, t('redemption:form.create'))
      await drawer.getByLabel(t('redemption:form.name'), { exact: true }).fill('gift')
      await drawer.getByRole('button', { name: t('redemption:form.submit'), exact: true }).click()
      return dialog(page, t('redemption:made.title'))
    },
  },
}

const USERS: Record<string, OpenState> = {
  'menu of a user': {
    path: '/user',
    prepare: adding('open-menu'),
    async open(page, t) {
      await press(page, t('users:row.more', { name: 'open-menu' }))
      return menu(page)
    },
  },
  'question before a user is banned': {
    path: '/user',
    prepare: adding('open-ban'),
    async open(page, t) {
      await press(page, t('users:row.disable', { name: 'open-ban' }))
      return dialog(page, t('users:act.disable.title', { name: 'open-ban' }))
    },
  },
  'question before a user is deleted': {
    path: '/user',
    prepare: adding('open-delete'),
    async open(page, t) {
      await fromMenu(page, t('users:row.more', { name: 'open-delete' }), t('users:act.delete.label'))
      return dialog(page, t('users:act.delete.title', { name: 'open-delete' }))
    },
  },
  'editor of a user': {
    path: '/user',
    prepare: adding('open-editor'),
    async open(page, t) {
      await press(page, t('users:row.edit', { name: 'open-editor' }))
      return dialog(page, t('users:form.update'))
    },
  },
}

const MONEY: Record<string, OpenState> = {
  'results of codes': {
    path: '/topup',
    async open(page, t) {
      await page.getByLabel(t('wallet:redeem.code')).fill('not-a-code')
      await page
        .getByRole('main')
        .getByRole('button', { name: t('wallet:redeem.submit') })
        .click()
      return page.getByRole('list', { name: t('wallet:redeem.results') })
    },
  },
  'copies of model names': {
    path: '/pricing',
    async open(page, t) {
      await page.getByRole('checkbox', { name: t('table:select.row', { name: MODEL }), exact: true }).check()
      await press(page, t('pricing:bulk.copy'))
      return menu(page)
    },
  },
  'code examples of a model': {
    path: `/pricing?model=${MODEL}`,
    async open(page, t) {
      await press(page, t('pricing:detail.call'))
      return dialog(page)
    },
  },
  'how prices are computed': {
    path: '/pricing',
    async open(page, t) {
      await press(page, t('pricing:formula.open'))
      return page.getByText(t('pricing:formula.text'))
    },
  },
  'change of prices by a percentage': {
    path: '/price',
    async open(page, t) {
      await press(page, t('prices:scale.open'))
      return dialog(page, t('prices:scale.title'))
    },
  },
  'sheet of prices': {
    path: '/price',
    async open(page, t) {
      await press(page, t('prices:sheet.open'))
      const sheet = dialog(page, t('prices:sheet.title'))
      await sheet.getByRole('textbox').fill(`${MODEL}\t1\t2\nnobody\tx`)
      return sheet
    },
  },
}

const LOGS: Record<string, OpenState> = {
  'user of a log row': {
    path: '/log',
    async open(page, t) {
      await press(page, t('logs:row.user', { name: 'root' }))
      return dialog(page, t('logs:user.title'))
    },
  },
  'times of the log': {
    path: '/log?from=1000000000&to=1000003600',
    async open(page, t) {
      await expect(page.getByLabel(t('logs:filter.from'), { exact: true })).toBeVisible()
      await page.getByLabel(t('logs:filter.from'), { exact: true }).click()
      return page.getByLabel(t('logs:filter.to'), { exact: true })
    },
  },
}

const SETTINGS: Record<string, OpenState> = {
  'new access token': {
    path: '/setting',
    async open(page, t) {
      await press(page, t('personal:token.make'))
      return dialog(page)
    },
  },
  'binding of an e-mail address': {
    path: '/setting',
    async open(page, t) {
      await press(page, t('personal:email.bind'))
      return dialog(page)
    },
  },
  'unsaved settings': {
    path: '/setting?tab=operation&section=drawing',
    async open(page) {
      await page.getByRole('switch').first().click()
      return page.getByRole('region').last()
    },
  },
  'review of settings': {
    path: '/setting?tab=operation&section=drawing',
    async open(page, t) {
      await page.getByRole('switch').first().click()
      await press(page, t('settings:bar.review'))
      return dialog(page)
    },
  },
  'question before settings are discarded': {
    path: '/setting?tab=operation&section=drawing',
    async open(page, t) {
      await page.getByRole('switch').first().click()
      await press(page, t('settings:bar.discard'))
      return dialog(page)
    },
  },
}

/** Asks a question and waits for its answer. */
async function ask(page: Page, t: Texts) {
  const field = page.getByRole('textbox', { name: t('playground:composer.label') })
  await field.fill('Which way?')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
}

const PLAYGROUND: Record<string, OpenState> = {
  'conversations of the playground': {
    path: '/playground',
    async open(page, t) {
      await ask(page, t)
      await press(page, t('playground:book.open', { name: 'Which way?' }))
      await expect(page.getByRole('list', { name: t('playground:book.title') })).toBeVisible()
      await press(page, t('playground:book.rename', { name: 'Which way?' }))
      return page.getByRole('textbox', { name: t('playground:book.name') })
    },
  },
  'tools of the playground': {
    path: '/playground',
    async open(page, t) {
      await press(page, new RegExp(`^${t('playground:tools.title')}`))
      await dialog(page).getByRole('textbox').fill('[{]')
      return dialog(page, t('playground:tools.title'))
    },
  },
  'models side by side, with a file': {
    path: '/playground',
    async open(page, t) {
      await press(page, t('playground:lanes.add'))
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') })
      return page.getByRole('list', { name: t('playground:files.title') })
    },
  },
  'request of the playground': {
    path: '/playground',
    async open(page, t) {
      await press(page, t('playground:act.code'))
      return dialog(page, t('playground:inspect.title'))
    },
  },
  'settings of the playground on a phone': {
    path: '/playground',
    phone: true,
    async open(page, t) {
      await press(page, t('playground:settings.title'))
      return dialog(page, t('playground:settings.title'))
    },
  },
  'copies of a conversation': {
    path: '/playground',
    async open(page, t) {
      await ask(page, t)
      await press(page, t('playground:act.export'))
      return menu(page)
    },
  },
}

testOpenStates({
  ...OWN,
  ...TOKENS,
  ...CHANNELS,
  ...CODES,
  ...USERS,
  ...MONEY,
  ...LOGS,
  ...SETTINGS,
  ...PLAYGROUND,
})
