import type { Channel } from '#contract/api/channels.ts'
import type { Token } from '#contract/api/tokens.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { expect, test } from './fixtures.ts'
import { searchOf } from './search-of.ts'

test.use({ start: 'empty' })

test.describe('channels', () => {
  test.beforeEach(async ({ site, client: { send } }) => {
    const common = { base_url: site.upstreamUrl, models: 'gpt-4o', other: '2024-10-21', key: 'sk-good' }
    for (const [name, type] of [
      ['one', 1],
      ['two', 3],
      ['three', 3],
    ]) {
      await send('POST', '/api/channel', { ...common, name, type })
    }
    const [three] = await send<Channel[]>('GET', '/api/channel/search?keyword=three')
    await send('PUT', '/api/channel', { id: three?.id, status: CHANNEL_STATUS.disabled })
  })

  test('fields typed between words filter the list, from the address and in the palette as well', {
    tag: '@all',
  }, async ({ page, t }) => {
    await page.goto('/channel')
    const rows = page.locator('[data-row]')
    await expect(rows).toHaveCount(3)
    const box = page.getByRole('searchbox', { name: t('channels:filter.keyword') })
    await box.fill('type:azure status:on')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('two')
    expect(searchOf(page)()).toEqual({ keyword: 'type:azure status:on' })
    await page.reload()
    await expect(box).toHaveValue('type:azure status:on')
    await expect(rows).toHaveCount(1)
    await box.fill('t 类型：azure')
    await expect(rows).toHaveCount(2)
    await box.fill('colour:red')
    await expect(rows).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: t('palette:placeholder') }).fill('type:azure status:off')
    await page.getByRole('option', { name: /^three/ }).click()
    await expect(page).toHaveURL(/\/channel\/\d+/)
  })

  test('deleting the disabled ones tells first which those are', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/channel')
    const rows = page.locator('[data-row]')
    const choose = async () => {
      await page.getByRole('button', { name: t('channels:toolbar.more') }).click()
      await page.getByRole('menuitem', { name: t('channels:purge.title') }).click()
    }
    await choose()
    const question = page.getByRole('dialog', { name: t('channels:purge.title') })
    await expect(question).toContainText('1 disabled channel will be deleted: three')
    await question.getByRole('button', { name: t('channels:purge.action') }).click()
    await expect(page.getByText(t('channels:purge.done', { count: 1 }))).toBeVisible()
    await expect(rows).toHaveCount(2)
    await choose()
    await expect(page.getByText(t('channels:purge.none'))).toBeVisible()
    await expect(question).toHaveCount(0)
  })
})

test('the key of a token finds its user, and no address has it', async ({ page, client: { send, user }, t }) => {
  await send('POST', '/api/user', { username: 'alice', password: 'password1' })
  const { key } = await send<Token>('POST', '/api/token', { name: 'mine', unlimited_quota: true })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/user')
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(2)
  const box = page.getByRole('searchbox', { name: t('users:filter.keyword') })
  await box.fill(`sk-${key}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(user.username)
  expect(searchOf(page)()).toEqual({})
  await page.getByRole('button', { name: t('action.refresh') }).click()
  await expect(rows).toHaveCount(1)
  await box.fill(`sk-${key.slice(1)}`)
  await expect(rows).toHaveCount(0)
  expect(addresses.filter((url) => url.includes(key.slice(1)))).toEqual([])

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: t('palette:placeholder') }).fill(`sk-${key}`)
  await expect(page.getByRole('option', { name: /^root/ }).first()).toBeVisible()
})

test('no address of a request has a key that is searched for', { tag: '@all' }, async ({
  page,
  site,
  client: { send },
  t,
}) => {
  const { key } = await send<Token>('POST', '/api/token', { name: 'mine', unlimited_quota: true })
  const upstream = `AIza${'q7'.repeat(16)}`
  const common = { base_url: site.upstreamUrl, models: 'gpt-4o', type: 1 }
  await send('POST', '/api/channel', { ...common, name: 'keyed', key: upstream })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const rows = page.locator('[data-row]')

  await page.goto('/token')
  const keyBox = page.getByRole('searchbox', { name: t('tokens:filter.key'), exact: true })
  await keyBox.fill(`sk-${key}`)
  await expect(rows).toHaveCount(1)
  // Turned by one character: for a random key that is surely another one.
  await keyBox.fill(`sk-${key.slice(1)}${key[0]}`)
  await expect(rows).toHaveCount(0)
  await keyBox.fill('')
  await page.getByRole('searchbox', { name: t('tokens:filter.keyword') }).fill(`sk-${key}`)
  await expect(rows).toHaveCount(0)
  expect(searchOf(page)()).toEqual({})
  await page.goto('/channel')
  await page.getByRole('searchbox', { name: t('channels:filter.keyword') }).fill(upstream)
  await expect(rows).toHaveCount(1)

  const palette = page.getByRole('combobox', { name: t('palette:placeholder') })
  for (const [typed, found] of [
    [`sk-${key}`, 'mine'],
    [key, 'mine'],
    [`Bearer sk-${key}`, 'mine'],
    [upstream, 'keyed'],
  ] as const) {
    await page.goto('/about')
    await expect(page.getByRole('button', { name: t('shell:palette.open') })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await palette.fill(typed)
    await expect(page.getByRole('option', { name: new RegExp(`^${found}`) }).first()).toBeVisible()
  }
  await page.goto('/user')
  await expect(rows).not.toHaveCount(0)
  await page.getByRole('searchbox', { name: t('users:filter.keyword') }).fill(upstream)
  await expect(rows).toHaveCount(0)
  expect(searchOf(page)()).toEqual({})
  expect(addresses.filter((url) => url.includes(key.slice(1)) || url.includes(upstream))).toEqual([])
})

test('no address has a redemption code that is searched for', { tag: '@all' }, async ({
  page,
  client: { send },
  t,
}) => {
  const [code = ''] = await send<string[]>('POST', '/api/redemption', { name: 'gift', quota: 5, count: 1 })
  await send('POST', '/api/redemption', { name: 'other', quota: 5, count: 1 })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/redemption')
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(2)
  const box = page.getByRole('searchbox', { name: t('redemption:filter.keyword') })
  await box.fill(code.toUpperCase())
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('gift')
  expect(searchOf(page)()).toEqual({})
  await box.fill('')
  await expect(rows).toHaveCount(2)

  await page.goto('/about')
  await expect(page.getByRole('button', { name: t('shell:palette.open') })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: t('palette:placeholder') }).fill(code)
  await page.getByRole('option', { name: /^gift/ }).click()
  await expect(page).toHaveURL(/\/redemption/)
  await expect(rows).toHaveCount(1)
  expect(addresses.filter((url) => url.toLowerCase().includes(code.slice(1)))).toEqual([])
})

test('whom somebody invited is one press away from them', { tag: '@all' }, async ({
  page,
  site,
  client: { send, user },
  t,
}) => {
  const aff_code = await send<string>('GET', '/api/user/aff')
  const body = JSON.stringify({ username: 'guest', password: 'password1', aff_code })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${site.url}/api/user/register`, { method: 'POST', headers, body })
  await send('POST', '/api/user', { username: 'other', password: 'password1' })
  await page.goto(`/user/edit/${user.id}`)
  await page.getByRole('link', { name: t('users:head.invited', { count: 1 }) }).click()
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('guest')
  expect(searchOf(page)()).toEqual({ keyword: `inviter:${user.id}` })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
