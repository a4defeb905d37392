import type { Page } from '@playwright/test'
import type { Channel } from '#contract/api/channels.ts'
import { errors } from '#contract/errors.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty' })

const COUNT = 20
const MODELS = 'gpt-4o,gpt-5'

/** What the channels have, by name. */
async function values(client: ConsoleClient) {
  const channels = await client.send<Channel[]>('GET', '/api/channel?page_size=100&id_sort=true')
  return Object.fromEntries(
    channels.map(({ id, name, priority, weight, group, models }) => [name, { id, priority, weight, group, models }]),
  )
}

test.beforeEach(async ({ site, client }) => {
  for (let index = 1; index <= COUNT; index++) {
    const name = `gate-${String(index).padStart(2, '0')}`
    const fields = { priority: COUNT - index, models: index === 3 ? 'gpt-5' : MODELS }
    const channel = { type: 1, base_url: site.upstreamUrl, name, key: `sk-${index}`, ...fields }
    await client.send('POST', '/api/channel', channel)
  }
})

/** Chooses all channels, on all pages, and opens the dialog: without a mouse. */
async function editAll(page: Page, t: Texts) {
  const { keyboard } = page
  await page.goto('/channel')
  // Once one key of the list is heard, all are.
  await expect(async () => {
    await keyboard.press('j')
    await expect(page.locator('[data-row]:focus')).toBeVisible({ timeout: 500 })
  }).toPass()
  await keyboard.press('Control+a')
  await expect(page.getByText(t('table:select.count', { count: 10 }))).toBeVisible()
  await keyboard.press('Control+a')
  await expect(page.getByText(t('table:select.count', { count: COUNT }))).toBeVisible()
  await keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: t('batch:title', { count: COUNT }) })
  await expect(dialog.getByRole('switch', { name: t('batch:field.priority') })).toBeFocused()
  return dialog
}

const preview = (page: Page, t: Texts, count: number) =>
  page.getByRole('dialog', { name: t('batch:preview.title', { count, total: COUNT }) })

for (const language of ['zh', 'en'] as const) {
  test.describe(language, further(language !== 'zh'), () => {
    test.use({ language })

    test('the priority of 20 channels without a mouse, and back again', async ({ page, client, t }) => {
      const { keyboard } = page
      const before = await values(client)
      const dialog = await editAll(page, t)
      await expect(dialog).toContainText(t('table:names.others', { names: '', count: COUNT - 3 }).trim())
      await keyboard.press('Space')
      await expect(dialog.getByRole('textbox', { name: t('batch:field.priority') })).toBeFocused()
      await keyboard.type('7')
      await keyboard.press('Control+Enter')

      // One has this priority already.
      const shown = preview(page, t, COUNT - 1)
      await expect(shown.getByRole('row', { name: 'gate-01' })).toContainText(/19.*7/)
      await expect(shown.getByRole('row', { name: 'gate-13' })).toContainText(t('batch:preview.same'))
      await expect(shown.getByRole('row')).toHaveCount(COUNT + 1)
      expect(await values(client)).toEqual(before)
      await keyboard.press('Control+Enter')
      await expect(page.getByText(t('batch:done', { count: COUNT - 1 }))).toBeVisible()
      // The message stays as long as it has the focus.
      await keyboard.press('F6')
      expect(Object.values(await values(client)).map(({ priority }) => priority)).toEqual(Array(COUNT).fill(7))
      // No row has moved; putting them in order is a wish of its own.
      await expect(page.locator('[data-row]').first()).toContainText('gate-01')
      await expect(page.getByRole('button', { name: t('table:sort.again') })).toBeVisible()
      await expect(page.getByLabel(t('channels:row.priority', { name: 'gate-01' }))).toHaveValue('7')
      await expect(page.getByText(t('table:select.count', { count: COUNT }))).toBeHidden()

      await keyboard.press('Control+z')
      await expect(page.getByText(t('batch:restored', { count: COUNT - 1 }))).toBeVisible()
      expect(await values(client)).toEqual(before)
      await expect(page.getByLabel(t('channels:row.priority', { name: 'gate-01' }))).toHaveValue('19')
    })

    test('the priority of the channels that a search finds, without a mouse', async ({ page, client, t }) => {
      const { keyboard } = page
      for (const name of ['spare-1', 'spare-2']) {
        await client.send('POST', '/api/channel', { type: 1, name, key: 'sk', models: MODELS, priority: 3 })
      }
      await page.goto('/channel')
      await expect(page.locator('[data-row]')).toHaveCount(10)
      await keyboard.press('/')
      await keyboard.type('gate-')
      await keyboard.press('ArrowDown')
      await expect(page.locator('[data-row]:focus')).toContainText('gate-01')
      await expect(page).toHaveURL('/channel?keyword=gate-')
      await keyboard.press('Control+a')
      await expect(page.getByText(t('table:select.count', { count: 10 }))).toBeVisible()
      await keyboard.press('Control+a')
      await expect(page.getByText(t('table:select.count', { count: COUNT }))).toBeVisible()
      await keyboard.press('Shift+E')
      await expect(page.getByRole('switch', { name: t('batch:field.priority') })).toBeFocused()
      await keyboard.press('Space')
      await keyboard.type('9')
      await keyboard.press('Control+Enter')
      await expect(preview(page, t, COUNT - 1)).toBeVisible()
      await keyboard.press('Control+Enter')
      await expect(page.getByText(t('batch:done', { count: COUNT - 1 }))).toBeVisible()
      await expect(page).toHaveURL('/channel?keyword=gate-')
      for (const [name, { priority }] of Object.entries(await values(client))) {
        expect(priority).toBe(name.startsWith('gate-') ? 9 : 3)
      }
    })

    test('what would leave a channel without models is refused by its name', { tag: '@all' }, async ({
      page,
      client,
      t,
    }) => {
      const { keyboard } = page
      const before = await values(client)
      const dialog = await editAll(page, t)
      await dialog.getByRole('switch', { name: t('batch:field.models') }).focus()
      await keyboard.press('Space')
      const names = dialog.getByRole('combobox', { name: t('batch:field.models'), exact: true })
      await expect(names).toBeFocused()
      await keyboard.press('Control+Enter')
      await expect(dialog.getByText(t('batch:namesMissing'))).toBeVisible()
      await dialog.getByLabel(t('batch:act.models')).selectOption('remove')
      await names.focus()
      await keyboard.type('gpt-5,')
      await keyboard.press('Control+Enter')
      const message = errors.channel_patch_no_models[language].replace('{names}', 'gate-03')
      await expect(dialog.getByRole('alert')).toContainText(message)
      expect(await values(client)).toEqual(before)

      // The same field, put right.
      await dialog.getByLabel(t('batch:act.models')).selectOption('add')
      await keyboard.press('Control+Enter')
      await expect(preview(page, t, 0)).toContainText(t('batch:preview.same'))
      await expect(
        preview(page, t, 0).getByRole('button', { name: t('batch:preview.write', { count: 0 }) }),
      ).toHaveAttribute('aria-disabled', 'true')
      await preview(page, t, 0)
        .getByRole('button', { name: t('common:action.back') })
        .press('Enter')
      await expect(names).toBeFocused()
      await keyboard.press('Escape')
      await keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: t('form:leave.title') })
      await question.getByRole('button', { name: t('form:leave.action') }).press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText(t('table:select.count', { count: COUNT }))).toBeVisible()
    })
  })
}

test('undo leaves alone what somebody else has changed since', { tag: '@all' }, async ({ page, client, t }) => {
  const dialog = await editAll(page, t)
  await dialog.getByRole('switch', { name: t('batch:field.weight') }).press('Space')
  await page.keyboard.type('5')
  await page.keyboard.press('Control+Enter')
  await expect(preview(page, t, COUNT)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const undo = page.getByRole('button', { name: t('common:action.undo') })
  await expect(undo).toBeVisible()
  const { id } = (await values(client))['gate-02']!
  await client.send('PUT', '/api/channel', { id, weight: 9 })
  await undo.click()
  await expect(page.getByText(t('batch:restored', { count: COUNT - 1 }))).toBeVisible()
  const message = errors.channel_changed_again.en
  const refused = t('table:select.refused', { count: 1, names: 'gate-02', message })
  await expect(page.getByRole('region').getByText(refused)).toBeVisible()
  const after = await values(client)
  expect([after['gate-01']!.weight, after['gate-02']!.weight]).toEqual([0, 9])
})

test('one channel lends its values to the others, where that is switched on', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  const { id } = (await values(client))['gate-03']!
  await client.send('PUT', '/api/channel', { id, group: 'vip', weight: 3 })
  const dialog = await editAll(page, t)
  await dialog.getByLabel(t('batch:source.label')).selectOption({ label: `gate-03 (#${id})` })
  await expect(dialog.getByText(t('batch:stays'))).toHaveCount(6)
  await dialog.getByRole('switch', { name: t('batch:field.group') }).check()
  await dialog.getByRole('switch', { name: t('batch:field.models') }).check()
  await dialog.getByRole('button', { name: t('batch:preview.look') }).click()
  const shown = preview(page, t, COUNT - 1)
  await expect(shown.getByRole('row', { name: 'gate-01' })).toContainText('gpt-4o')
  await expect(shown).toContainText(t('batch:preview.unserved', { count: 2, models: 'gpt-4o, gpt-5' }))
  await shown.getByRole('button', { name: t('batch:preview.write', { count: COUNT - 1 }) }).click()
  await expect(page.getByText(t('batch:done', { count: COUNT - 1 }))).toBeVisible()
  for (const [name, { group, models, weight }] of Object.entries(await values(client))) {
    expect({ group, models, weight }).toEqual({ group: 'vip', models: 'gpt-5', weight: name === 'gate-03' ? 3 : 0 })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the dialog fills the screen and changes what was chosen', { tag: '@all' }, async ({ page, client, t }) => {
    await page.goto('/channel')
    await page.getByRole('checkbox', { name: t('table:select.row', { name: 'gate-01' }) }).tap()
    await page.getByRole('button', { name: t('channels:bulk.edit') }).tap()
    const dialog = page.getByRole('dialog', { name: t('batch:title', { count: 1 }) })
    await dialog.getByRole('switch', { name: t('batch:field.weight') }).tap()
    await dialog.getByRole('textbox', { name: t('batch:field.weight') }).fill('4')
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBeGreaterThan(700)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await dialog.getByRole('button', { name: t('batch:preview.look') }).tap()
    await page.getByRole('button', { name: t('batch:preview.write', { count: 1 }) }).tap()
    await expect(page.getByText(t('batch:done', { count: 1 }))).toBeVisible()
    expect((await values(client))['gate-01']!.weight).toBe(4)
  })
})
