import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { User } from '#contract/api/users.ts'
import { violations } from './axe.ts'
import { addUser, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

/** Goes through the open enrolment. Returns the app's secret and the recovery codes. */
async function enrol(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('personal:factor.enrol.title') })
  await expect(dialog.getByRole('img', { name: t('personal:factor.enrol.qr') })).toBeVisible()
  const secret = await dialog.locator('code').innerText()
  const code = dialog.getByLabel(t('personal:factor.enrol.code'))
  await code.fill('000000')
  await dialog.getByRole('button', { name: t('personal:factor.enrol.confirm') }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: t('personal:factor.enrol.confirm') }).click()
  const codes = page.getByRole('dialog', { name: t('personal:factor.codes.title') })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  expect(await violations(page, 'light')).toEqual([])
  const recovery = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: t('personal:factor.codes.kept') }).click()
  return { secret, recovery }
}

// A toast that fades out has too little contrast for a moment.

test.describe('a user', () => {
  test.use({ as: 'visitor' })

  test('adds an app, logs in with it, and removes it after a proof', async ({ page, t, client, site }) => {
    await enterAs(page, site.url, await addUser(site.url, client, 'two-steps'))
    await page.goto('/setting')
    await page.getByRole('button', { name: t('personal:factor.add') }).click()
    const { recovery } = await enrol(page, t)
    const card = page.getByRole('region', { name: t('personal:factor.title') })
    await expect(card.getByText(t('personal:factor.on'), { exact: true })).toBeVisible()
    await expect(card.getByText(t('personal:factor.left', { count: 10 }))).toBeVisible()

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.goto('/login?return=/setting')
    await page.getByLabel(t('login:username')).fill('two-steps')
    await page.getByLabel(t('login:password'), { exact: true }).fill('e2e-password')
    await page.getByRole('button', { name: t('login:submit') }).click()
    await expect(page.getByRole('heading', { name: t('login:second.title') })).toBeVisible()
    await page.reload()
    const code = page.getByLabel(t('login:second.code'))
    await code.fill('000000')
    await page.getByRole('button', { name: t('login:second.submit') }).click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill(recovery[0]!)
    await page.getByRole('button', { name: t('login:second.submit') }).click()
    await expect(page).toHaveURL('/setting')
    await expect(card.getByText(t('personal:factor.left', { count: 9 }))).toBeVisible()

    // The server would ask after five minutes.
    const refusal = { success: false, message: 'too old', code: 'proof_needed' }
    await page.route('**/api/user/second-factor/totp', (route) => route.fulfill({ json: refusal }), { times: 1 })
    await card.getByRole('button', { name: t('personal:factor.remove') }).click()
    const question = page.getByRole('dialog', { name: t('personal:factor.removeTitle') })
    await question.getByRole('button', { name: t('personal:factor.remove') }).click()
    const proof = page.getByRole('dialog', { name: t('password:proof.title') })
    await expect(proof.getByLabel(t('password:proof.code'))).toBeFocused()
    expect(await violations(page, 'light')).toEqual([])
    await proof.getByLabel(t('password:proof.code')).fill(recovery[1]!)
    await proof.getByRole('button', { name: t('password:proof.go') }).click()
    await expect(page.getByText(t('personal:factor.removed'))).toBeVisible()
    await expect(card.getByRole('button', { name: t('personal:factor.add') })).toBeVisible()
  })
})

test.describe('where administrators need a second factor', () => {
  test.use({ start: 'empty' })

  test('root is led to add one, and goes on then', { tag: '@all' }, async ({ page, t, client }) => {
    await page.goto('/channel')
    await expect(page.getByRole('heading', { name: t('shell:page.channel') }).first()).toBeVisible()
    await client.send('PUT', '/api/option', { key: 'AdminSecondFactorRequired', value: 'true' })
    await page.goto('/channel')
    await expect(page).toHaveURL('/enrol')
    await page.getByRole('button', { name: t('personal:factor.add') }).click()
    await enrol(page, t)
    await expect(page).toHaveURL('/token')
    await page.goto('/channel')
    await expect(page).toHaveURL('/channel')
  })

  test('an administrator is invited by a link, chooses the password, and adds a second factor first', async ({
    page,
    t,
    client,
  }) => {
    await page.goto('/user/add')
    const field = page.getByLabel(t('personal:invite.link'), { exact: true })
    await expect(field).toHaveValue(/\/register\?aff=/)
    const link = await field.inputValue()
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.goto(link)
    await page.getByLabel(t('entry:register.username'), { exact: true }).fill('deputy')
    await page.getByLabel(t('entry:register.password'), { exact: true }).fill('deputy-password')
    await page.getByLabel(t('entry:register.repeat'), { exact: true }).fill('deputy-password')
    await page.getByRole('button', { name: t('entry:register.submit'), exact: true }).click()
    await expect(page).toHaveURL('/token')
    const [deputy] = await client.send<User[]>('GET', '/api/user/search?keyword=deputy')
    expect(deputy).toMatchObject({ username: 'deputy', inviter_id: client.user.id })
    await client.send('POST', '/api/user/manage', { id: deputy?.id, action: 'promote' })
    await client.send('PUT', '/api/option', { key: 'AdminSecondFactorRequired', value: 'true' })
    await page.goto('/channel')
    await expect(page).toHaveURL('/enrol')
    await page.getByRole('button', { name: t('personal:factor.add') }).click()
    await enrol(page, t)
    await page.goto('/channel')
    await expect(page).toHaveURL('/channel')
  })
})
