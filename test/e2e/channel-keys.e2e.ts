import type { Page } from '@playwright/test'
import type { Channel } from '#contract/api/channels.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { dialog, menu, type OpenState, press, testOpenStates } from './open-state.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty' })

test('keys that are created as one channel are counted in the list', { tag: '@all' }, async ({
  page,
  site,
  client,
  t,
}) => {
  await page.goto('/channel/add')
  const creating = page.getByRole('dialog', { name: t('channels:form.create') })
  await creating.getByRole('switch', { name: t('channels:form.batch') }).click()
  await creating
    .getByLabel(t('channels:form.keys'), { exact: true })
    .fill('sk-first-of-the-pool\nsk-second-of-the-pool')
  await creating
    .getByLabel(t('channels:form.keysBecome'), { exact: true })
    .selectOption({ label: t('channels:form.keysBecomeWhat.pool') })
  await creating.getByLabel(t('channels:form.keyMode')).selectOption({ label: t('channels:form.keyModes.random') })
  await creating.getByLabel(t('channels:form.baseUrl.optional'), { exact: true }).fill(site.upstreamUrl)
  await creating.getByRole('combobox', { name: t('channels:form.models'), exact: true }).fill('fake-gpt')
  await page.keyboard.press('Enter')
  await creating.getByLabel(t('channels:form.name'), { exact: true }).fill('pool')
  await creating.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(creating).toBeHidden()
  const row = page.locator('[data-row]')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(t('channels:keyCount', { ready: '2', total: '2' }))
  const [channel] = await client.send<Channel[]>('GET', '/api/channel?page_size=10')
  expect(channel?.channel_info).toMatchObject({ multi_key_size: 2, multi_key_mode: 'random' })
})

test('keys are added, disabled and removed in the form of their channel', async ({ page, client, t }) => {
  const keys = 'sk-first-of-the-pool\nsk-second-of-the-pool'
  const channel = { type: 1, name: 'managed', key: keys, models: 'fake-gpt', base_url: 'http://127.0.0.1:9' }
  const [made] = await client.send<Channel[]>('POST', '/api/channel', { mode: 'multi_to_single', channel })
  await page.goto(`/channel/edit/${made?.id}`)
  const drawer = page.getByRole('dialog', { name: t('channels:form.update') })
  const table = drawer.getByRole('region', { name: t('keys:table') }).getByRole('row')
  await expect(table).toHaveCount(3)
  await drawer.getByRole('button', { name: t('keys:add.open'), exact: true }).click()
  const adding = page.getByRole('dialog', { name: t('keys:add.title') })
  await adding.getByLabel(t('keys:add.label')).fill('sk-third-of-the-pool\nsk-first-of-the-pool')
  await adding.getByRole('button', { name: t('keys:add.action'), exact: true }).click()
  await expect(adding).toBeHidden()
  await expect(table).toHaveCount(4)

  const third = table.nth(3)
  await third.getByRole('button', { name: /^Disable #/ }).click()
  await expect(third).toContainText(t('keys:state.disabled'))
  await expect(drawer.getByRole('status').first()).toContainText(t('keys:summary', { ready: '2', total: '3' }))
  await drawer.getByRole('combobox', { name: t('keys:filter') }).selectOption({ label: t('keys:state.disabled') })
  await expect(table).toHaveCount(2)
  await drawer.getByRole('button', { name: t('keys:menu.open') }).click()
  await page.getByRole('menuitem', { name: t('keys:menu.removeOff') }).click()
  await page
    .getByRole('button', { name: t('keys:menu.removeOff'), exact: true })
    .last()
    .click()
  await expect(drawer.getByText(t('keys:none'))).toBeVisible()
  expect((await client.send<Channel>('GET', `/api/channel/${made?.id}`)).key_counts).toMatchObject({
    total: 2,
    ready: 2,
  })
})

test('a channel with one key gets further ones in its form', { tag: '@all' }, async ({ page, site, client, t }) => {
  const channel = {
    type: 1,
    name: 'single',
    key: 'sk-the-only-key-so-far',
    models: 'fake-gpt',
    base_url: site.upstreamUrl,
  }
  const [made] = await client.send<Channel[]>('POST', '/api/channel', channel)
  await page.goto(`/channel/edit/${made?.id}`)
  const drawer = page.getByRole('dialog', { name: t('channels:form.update') })
  await drawer.getByRole('button', { name: t('channels:form.moreKeys') }).click()
  const adding = page.getByRole('dialog', { name: t('keys:add.title') })
  await adding.getByLabel(t('keys:add.label')).fill('sk-another-key-of-it')
  await adding.getByRole('button', { name: t('keys:add.action'), exact: true }).click()
  await expect(drawer.getByRole('region', { name: t('keys:table') }).getByRole('row')).toHaveCount(3)
})

/** Adds a channel with several keys, and shows them. */
async function showKeys(page: Page, t: Texts, client: ConsoleClient) {
  const keys = Array.from({ length: 12 }, (_, n) => `sk-shown-in-a-list-${n}`).join('\n')
  const channel = { type: 1, name: 'shown', key: keys, models: 'fake-gpt', base_url: 'http://127.0.0.1:9' }
  const [made] = await client.send<Channel[]>('POST', '/api/channel', { mode: 'multi_to_single', channel })
  const [first] = await client.send<{ id: number }[]>('GET', `/api/channel/${made?.id}/keys`)
  await client.send('PUT', `/api/channel/${made?.id}/keys/${first?.id}`, { enabled: false, limits: { rpm: 5 } })
  await page.goto(`/channel/edit/${made?.id}`)
  const table = page.getByRole('region', { name: t('keys:table') })
  await expect(table.getByRole('row')).toHaveCount(11)
  return table
}

const STATES: Record<string, OpenState> = {
  'keys of a channel': { path: '/channel', open: showKeys },
  'keys of a channel on a phone': { path: '/channel', phone: true, open: showKeys },
  'keys that are added': {
    path: '/channel',
    async open(page, t, client) {
      await showKeys(page, t, client)
      await press(page, t('keys:add.open'))
      return dialog(page, t('keys:add.title'))
    },
  },
  'limits of a key': {
    path: '/channel',
    async open(page, t, client) {
      const table = await showKeys(page, t, client)
      await table
        .getByRole('button', { name: /^More actions for #/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: t('keys:row.edit') }).click()
      await expect(dialog(page).getByLabel(t('limits:measure.rpm'))).toBeVisible()
      return dialog(page)
    },
  },
  'actions on all keys': {
    path: '/channel',
    async open(page, t, client) {
      await showKeys(page, t, client)
      await press(page, t('keys:menu.open'))
      return menu(page)
    },
  },
}

testOpenStates(STATES)
