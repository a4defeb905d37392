import type { Browser, Page } from '@playwright/test'
import type { Log } from '#contract/api/logs.ts'
import type { User } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE, USER_STATUS } from '#contract/statuses.ts'
import { type ConsoleClient, logIn } from './console-client.ts'
import { expect, held, test } from './fixtures.ts'
import type { Site } from './processes.ts'
import type { Texts } from './texts.ts'

const PASSWORD = 'password1'
const DOLLAR = 500_000

/** Adds a user with a name of its own. */
async function addUser({ send }: ConsoleClient, username: string): Promise<User> {
  await send('POST', '/api/user', { username, password: PASSWORD })
  const [user] = await send<User[]>('GET', `/api/user/search?keyword=${username}`)
  if (!user) throw new Error(`${username} was not added`)
  return user
}

const read = ({ send }: ConsoleClient, { id }: User) => send<User>('GET', `/api/user/${id}`)
const manage = ({ send }: ConsoleClient, { id }: User, action: string) =>
  send('POST', '/api/user/manage', { id, action })

/** A browser of somebody else's. */
async function pageOf(browser: Browser, { url }: Site, { user, cookie }: ConsoleClient): Promise<Page> {
  const localStorage = Object.entries({ language: 'en', user: JSON.stringify(user) })
  const context = await browser.newContext({
    baseURL: url,
    storageState: {
      cookies: [
        {
          ...cookie,
          domain: new URL(url).hostname,
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [{ origin: url, localStorage: localStorage.map(([name, value]) => ({ name, value })) }],
    },
  })
  return context.newPage()
}

const rowOf = (page: Page, { id }: User) => page.locator(`[data-row="${id}"]`)

/** Chooses from a user's menu and, when `action` asks, confirms. */
async function choose(page: Page, t: Texts, user: User, action: 'promote' | 'demote' | 'delete') {
  await page.getByRole('button', { name: t('users:row.more', { name: user.username }) }).click()
  await page.getByRole('menuitem', { name: t(`users:act.${action}.label`) }).click()
  const question = page.getByRole('dialog', { name: t(`users:act.${action}.title`, { name: user.username }) })
  await expect(question).toContainText(`ID ${user.id}`)
  await question.getByRole('button', { name: t(`users:act.${action}.action`), exact: true }).click()
}

test('a user is added, and a bad name is refused at its field', { tag: '@all' }, async ({ page, client, t }) => {
  await addUser(client, 'taken')
  await page.goto('/user')
  await page.getByRole('link', { name: t('users:add') }).click()
  const drawer = page.getByRole('dialog', { name: t('users:form.create') })
  const username = drawer.getByLabel(t('users:form.username'), { exact: true })
  const submit = drawer.getByRole('button', { name: t('users:form.submit'), exact: true })
  await drawer.getByLabel(t('users:form.password'), { exact: true }).fill(PASSWORD)

  for (const [name, complaint] of [
    ['a name', /space|@/],
    ['much-too-long-a-name', /12/],
    ['taken', /already taken/],
  ] as const) {
    await username.fill(name)
    await submit.click()
    await expect(username).toHaveAttribute('aria-invalid', 'true')
    await expect(username).toHaveAccessibleDescription(complaint)
    await expect(username).toBeFocused()
  }
  await username.fill('newcomer')
  await submit.click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText(t('users:toast.created'))).toBeVisible()
  await expect(page.getByRole('link', { name: 'newcomer', exact: true })).toBeVisible()
  expect((await logIn(new URL(page.url()).origin, 'newcomer', PASSWORD)).user.role).toBe(ROLE.user)
})

test('a user gets a ratio of their own, which the price list tells them', { tag: '@all' }, async ({
  page,
  client,
  t,
  browser,
  site,
}) => {
  const user = await addUser(client, 'ratio-owner')
  await page.goto(`/user/edit/${user.id}`)
  const drawer = page.getByRole('dialog', { name: t('users:form.update') })
  const ratio = drawer.getByLabel(t('users:form.ratio'), { exact: true })
  await ratio.fill('half')
  await ratio.blur()
  await expect(ratio).toHaveAccessibleDescription(/0 to 1000/)
  await ratio.fill('0.85')
  await drawer.getByRole('button', { name: t('users:form.submit'), exact: true }).click()
  await expect(drawer).toBeHidden()
  expect(await read(client, user)).toMatchObject({ user_ratio: 0.85 })
  const own = await pageOf(browser, site, await logIn(site.url, user.username, PASSWORD))
  await own.goto('/pricing')
  await expect(own.getByText('prices include your user ratio 0.85')).toBeVisible()
  await own.context().close()
})

test('a balance is changed by a difference with its reason, and what is spent meanwhile stays spent', async ({
  page,
  client,
  t,
}) => {
  const user = await addUser(client, 'wallet-owner')
  await client.send('PUT', '/api/user', { id: user.id, quota_change: `+${10 * DOLLAR}` })
  await page.goto(`/user/edit/${user.id}`)
  const drawer = page.getByRole('dialog', { name: t('users:form.update') })
  const balance = drawer.getByLabel(t('users:form.balance'))

  await balance.fill('five')
  await balance.blur()
  await expect(balance).toHaveAccessibleDescription(/Invalid amount/)
  await balance.fill('-10.01')
  await expect(balance).toHaveAccessibleDescription(/cannot be below 0/)
  await balance.fill('+5')
  await expect(drawer.getByText('$10.00 + $5.00 = $15.00')).toBeVisible()
  await expect(drawer.getByText('5,000,000 + 2,500,000 = 7,500,000')).toBeVisible()
  await drawer.getByLabel(t('users:form.reason')).fill('refund of March')
  await client.send('PUT', '/api/user', { id: user.id, quota_change: `-${DOLLAR}` })
  await drawer.getByRole('button', { name: t('users:form.submit'), exact: true }).click()
  await expect(drawer).toBeHidden()

  expect(await read(client, user)).toMatchObject({ quota: 14 * DOLLAR, display_name: user.display_name })
  await expect(rowOf(page, user)).toContainText('$14.00')
  const query = new URLSearchParams({ username: user.username, type: String(LOG_TYPE.manage), page_size: '10' })
  const { items } = await client.send<{ items: Log[] }>('GET', `/api/log?${query}`)
  expect(items[0]).toMatchObject({ quota: 5 * DOLLAR, content: expect.stringContaining('refund of March') })

  await rowOf(page, user).getByRole('link', { name: user.username }).click()
  await drawer.getByRole('tab', { name: t('form:object.overview') }).click()
  await expect(drawer.getByText('refund of March')).toBeVisible()
  await drawer.getByRole('tab', { name: t('form:object.settings') }).click()
  await balance.fill('20')
  await expect(drawer.getByText('$14.00 + $6.00 = $20.00')).toBeVisible()
  await drawer.getByRole('button', { name: t('users:form.submit'), exact: true }).click()
  await expect(drawer).toBeHidden()
  expect((await read(client, user)).quota).toBe(20 * DOLLAR)
})

test.describe('when the answer is lost', () => {
  test.use({ expectedErrors: /ERR_CONNECTION|net::ERR/ })
})

test('names, group and password are changed, and nothing else is', { tag: '@all' }, async ({
  page,
  client,
  site,
  t,
}) => {
  const user = await addUser(client, 'editable')
  await page.goto(`/user/edit/${user.id}`)
  const drawer = page.getByRole('dialog', { name: t('users:form.update') })
  await drawer.getByLabel(t('users:form.newDisplayName')).fill('Shown')
  await drawer.getByLabel(t('users:form.password')).first().fill('short')
  await client.send('PUT', '/api/user', { id: user.id, quota_change: '+7' })
  await drawer.getByRole('button', { name: t('users:form.submit'), exact: true }).click()
  const password = drawer.getByLabel(t('users:form.password')).first()
  // The hint names the length, too: what is refused says so by itself.
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveAccessibleDescription(/8/)
  await password.fill('password2')
  await drawer.getByLabel(t('users:form.group')).selectOption('vip')
  await drawer.getByRole('button', { name: t('users:form.submit'), exact: true }).click()
  await expect(drawer).toBeHidden()
  expect(await read(client, user)).toMatchObject({
    username: 'editable',
    display_name: 'Shown',
    group: 'vip',
    quota: 7,
  })
  expect((await logIn(site.url, 'editable', 'password2')).user.id).toBe(user.id)
})

test('a user is promoted, demoted, banned out of their session, let in again, and deleted', async ({
  page,
  client,
  browser,
  site,
  t,
}) => {
  const user = await addUser(client, 'career')
  await page.goto('/user?keyword=career')
  const row = rowOf(page, user)
  await choose(page, t, user, 'promote')
  await expect(row).toContainText(t('users:role.admin'))
  await choose(page, t, user, 'demote')
  await expect(row).not.toContainText(t('users:role.admin'))

  const theirs = await pageOf(browser, site, await logIn(site.url, user.username, PASSWORD))
  await theirs.goto('/token')
  await expect(theirs.getByText(t('tokens:empty.title'))).toBeVisible()
  await page.getByRole('button', { name: t('users:row.disable', { name: user.username }) }).click()
  const question = page.getByRole('dialog', { name: t('users:act.disable.title', { name: user.username }) })
  await question.getByRole('button', { name: t('common:action.cancel') }).click()
  await expect(question).toBeHidden()
  expect((await read(client, user)).status).toBe(USER_STATUS.enabled)
  await page.getByRole('button', { name: t('users:row.disable', { name: user.username }) }).click()
  await question.getByRole('button', { name: t('users:act.disable.action'), exact: true }).click()
  await expect(row).toContainText(t('users:state.banned'))
  await theirs.keyboard.press('r')
  await expect(theirs).toHaveURL(/\/login\?expired=true/)
  await theirs.context().close()

  await page.getByRole('button', { name: t('users:row.enable', { name: user.username }) }).click()
  await expect(row).toContainText(t('users:state.active'))
  await choose(page, t, user, 'delete')
  await expect(row).toContainText(t('users:state.deleted'))
  await expect(row.getByRole('button')).toHaveCount(0)
  await row.getByRole('link', { name: user.username }).click()
  const drawer = page.getByRole('dialog', { name: t('users:form.update') })
  await expect(drawer.getByText(t('users:deleted'))).toBeVisible()
  await expect(drawer.getByRole('textbox')).toHaveCount(0)
})

test('two presses ask once, and act once', { tag: '@all' }, async ({ page, client, t }) => {
  const user = await addUser(client, 'twice')
  const writes: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/user/manage') && writes.push(request.postData() ?? ''))
  const code = await held(page, /\/confirm-dialog-[^/]*\.js$/)
  await page.goto('/user?keyword=twice')
  await page.getByRole('button', { name: t('users:row.disable', { name: user.username }) }).dblclick()
  await code.requested
  await page.keyboard.press('Enter')
  code.release()
  const question = page.getByRole('dialog', { includeHidden: true })
  await expect(question).toBeVisible()
  await expect(question).toHaveCount(1)
  await question.getByRole('button', { name: t('users:act.disable.action'), exact: true }).click()
  await expect(rowOf(page, user)).toContainText(t('users:state.banned'))
  await expect(question).toHaveCount(0)
  expect(writes).toHaveLength(1)
})

test('an administrator cannot touch root, and is told why', { tag: '@all' }, async ({ client, browser, site, t }) => {
  const admin = await addUser(client, 'deputy')
  const other = await addUser(client, 'ordinary')
  await manage(client, admin, 'promote')
  const theirs = await pageOf(browser, site, await logIn(site.url, admin.username, PASSWORD))
  const reason = t('users:refusal.rank')
  for (const { username, id } of [client.user, admin]) {
    await theirs.goto(`/user?keyword=${id}`)
    for (const name of [t('users:row.disable', { name: username }), t('users:row.edit', { name: username })]) {
      const button = theirs.getByRole('button', { name })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(reason)
    }
    await theirs.getByRole('button', { name: t('users:row.more', { name: username }) }).click()
    for (const action of ['promote', 'demote', 'delete'] as const) {
      const item = theirs.getByRole('menuitem', { name: t(`users:act.${action}.label`) })
      await expect(item).toHaveAttribute('aria-disabled', 'true')
    }
    await theirs.keyboard.press('Escape')
  }
  await theirs.goto(`/user/edit/${client.user.id}`)
  await expect(theirs.getByRole('alert')).toBeVisible()

  await theirs.goto(`/user?keyword=${other.id}`)
  await theirs.getByRole('button', { name: t('users:row.more', { name: other.username }) }).click()
  const promote = theirs.getByRole('menuitem', { name: t('users:act.promote.label') })
  await expect(promote).toHaveAttribute('aria-disabled', 'true')
  await expect(promote).toHaveAttribute('data-tip', t('users:refusal.promoteRootOnly'))
  await theirs.keyboard.press('Escape')
  await theirs.goto('/audit')
  await expect(theirs.getByText(t('shell:notAllowed'))).toBeVisible()
  await theirs.context().close()
})

test('the palette leads to a user, and the menu to their logs', { tag: '@all' }, async ({ page, client, t }) => {
  const user = await addUser(client, 'findable')
  await page.goto('/about')
  await page.getByRole('button', { name: t('shell:palette.open') }).click()
  await page.getByRole('combobox').fill('findable')
  await page
    .getByRole('group', { name: t('shell:page.user'), exact: true })
    .getByRole('option')
    .first()
    .click()
  await expect(page).toHaveURL(`/user/${user.id}`)
  await page.getByRole('tab', { name: t('form:object.settings') }).click()
  const drawer = page.locator('main')
  await drawer.getByRole('link', { name: t('users:head.logs') }).click()
  await expect(page).toHaveURL('/log?username=findable&range=30d')
})
