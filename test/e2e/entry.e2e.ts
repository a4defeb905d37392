import type { Page } from '@playwright/test'
import type { User } from '#contract/api/users.ts'
import { logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'providers', as: 'visitor' })

test.describe('an invite link', () => {
  test.use({ options: { QuotaForInviter: 1000 } })

  test('leads to an account and into it, and the inviter is credited', async ({ page, t, client, site }) => {
    const code = await client.send<string>('GET', '/api/user/aff')
    await page.goto(`/register?aff=${code}`)
    await expect(page.getByText(t('entry:register.invited', { code }))).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('entry:register.toLogin') })
      .click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('shell:user.register') })
      .click()
    await expect(page.getByText(t('entry:register.invited', { code }))).toBeVisible()
    await register(page, t, 'ann', 'ann-password')
    await expect(page).toHaveURL('/token')
    await expect(page.getByText(t('entry:register.success'))).toBeVisible()
    const self = await client.send<User>('GET', '/api/user/self')
    expect([self.aff_count, self.aff_quota]).toEqual([1, 1000])
    expect((await logIn(site.url, 'ann', 'ann-password')).user.username).toBe('ann')
  })
})

test.describe('an invite link with a bonus', () => {
  test.use({ options: { QuotaForInvitee: 1_000_000 } })

  test('tells it before anything is typed', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/register?aff=zzzz')
    const told = t('entry:register.invitedBonus', { code: 'zzzz', bonus: '$2.00' })
    await expect(page.getByText(told)).toBeVisible()
  })
})

test('wrong input is told at its field, before and after the server is asked', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/register')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await expect(field(t('entry:register.username'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(t('entry:register.username'))).toHaveAccessibleDescription(t('entry:problem.usernameMissing'))
  await expect(field(t('entry:register.password'))).toHaveAccessibleDescription(t('entry:problem.passwordShort'))
  await expect(field(t('entry:register.username'))).toBeFocused()

  await page.reload()
  await field(t('entry:register.password')).fill('1234567')
  await expect(page.getByText(t('entry:problem.passwordShort'))).toBeHidden()
  await field(t('entry:register.repeat')).fill('x')
  await expect(field(t('entry:register.repeat'))).toHaveAccessibleDescription(t('entry:problem.mismatch'))
  await expect(field(t('entry:register.password'))).toHaveAccessibleDescription(t('entry:problem.passwordShort'))
  await field(t('entry:register.username')).fill('a@b')
  await expect(field(t('entry:register.username'))).toHaveAccessibleDescription(t('entry:problem.usernameCharacters'))

  await register(page, t, 'root', '12345678')
  await expect(field(t('entry:register.username'))).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL('/register')
})

test.describe('without registration by password', () => {
  test.use({ options: { PasswordRegisterEnabled: false } })

  test('the page says so instead of showing the form', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/register?aff=zzzz')
    await expect(page.getByText(t('entry:register.passwordOff'))).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByText(t('entry:register.invited', { code: 'zzzz' }))).toBeVisible()
  })
})

test.describe('with e-mail verification', () => {
  test.use({ options: { EmailVerificationEnabled: true } })

  test('a mailed code lets in, and the pause between two mails survives a reload', async ({ page, t, mails }) => {
    await page.goto('/register')
    const email = page.getByLabel(t('entry:register.email'), { exact: true })
    await page.getByRole('button', { name: t('entry:register.getCode') }).click()
    await expect(email).toHaveAccessibleDescription(t('entry:problem.emailMissing'))
    await email.fill('ann@example.com')
    await page.getByRole('button', { name: t('entry:register.submit'), exact: true }).click()
    await expect(page.getByText(t('entry:problem.codeMissing'))).toBeVisible()
    // Two presses are one mail: a second one would be refused, as if the first had not gone out.
    await page.getByRole('button', { name: t('entry:register.getCode') }).dblclick()
    await expect(page.getByLabel(t('entry:register.code'), { exact: true })).toBeFocused()
    await expect(page.getByText(t('entry:register.codeSent', { minutes: 10 }))).toBeVisible()
    await expect(page.getByText(t('entry:problem.codeMissing'))).toBeHidden()

    await page.reload()
    const again = page.getByRole('button', { name: /\(\d+\)$/ })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await expect(email).toHaveValue('ann@example.com')
    const code = /\d{6}/.exec((await mails.next('ann@example.com')).text)?.[0] ?? ''
    await page.getByLabel(t('entry:register.code'), { exact: true }).fill('000000')
    await register(page, t, 'ann', 'ann-password')
    await expect(page.getByLabel(t('entry:register.code'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel(t('entry:register.code'), { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/token')
  })

  test('a forgotten password is replaced by mail', { tag: '@all' }, async ({ page, t, mails, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.request.get(`/api/verification?email=ann@example.com`)
    const code = /\d{6}/.exec((await mails.next('ann@example.com')).text)?.[0]
    await page.request.post('/api/user/register', {
      data: { username: 'ann', password: 'forgotten', email: 'ann@example.com', verification_code: code },
    })
    await page.goto('/login')
    await page.getByRole('link', { name: t('login:toReset') }).click()
    await page.getByLabel(t('entry:reset.email')).fill('ann@example.com')
    await page.getByRole('button', { name: t('entry:reset.submit'), exact: true }).click()
    await expect(page.getByText(t('entry:reset.sent'))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /\(\d+\)$/ })).toHaveAttribute('aria-disabled', 'true')

    const link = /https?:\/\/\S+/.exec((await mails.next('ann@example.com')).text)?.[0] ?? ''
    expect(link.startsWith(site.url)).toBe(true)
    await page.goto(link)
    await expect(page.getByLabel(t('entry:reset.email'))).toHaveValue('ann@example.com')
    await expect(page).toHaveURL('/user/reset')
    // The second press must not ask again, which would be refused and hide the password that the first has brought.
    await page.getByRole('button', { name: t('entry:confirm.submit'), exact: true }).dblclick()
    await expect(page.getByText(t('entry:confirm.done'))).toBeVisible()
    const password = await page.locator('code').innerText()
    await expect(page.getByText(t('entry:confirm.copiedFirst', { password }))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
    await page.getByRole('button', { name: t('entry:confirm.logIn') }).click()
    await expect(page.getByLabel(t('login:username'))).toHaveValue('ann@example.com')
    await page.getByRole('button', { name: t('login:submit'), exact: true }).click()
    await expect(page).toHaveURL('/token')

    await page.goto(link)
    await page.getByRole('button', { name: t('entry:confirm.submit'), exact: true }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(password)
  })
})

test('an address that nobody has gets the same answer', { tag: '@all' }, async ({ page, t, mails }) => {
  expect(mails.received).toEqual([])
  await page.goto('/reset')
  await page.getByLabel(t('entry:reset.email')).fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('entry:reset.sent'))).toBeVisible()
})

test.describe('without registration', () => {
  test.use({ options: { RegisterEnabled: false } })

  test('nothing leads to it, and its page says so', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/login')
    await expect(page.getByRole('link', { name: t('login:toReset') })).toBeVisible()
    await expect(page.getByRole('link', { name: t('login:toRegister'), exact: true })).toHaveCount(0)
    await page.goto('/register')
    await expect(page.getByText(t('entry:register.off'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('entry:register.submit'), exact: true })).toHaveCount(0)
  })
})

/** Fills in the registration form that is open. */
async function register(page: Page, t: Texts, username: string, password: string) {
  await page.getByLabel(t('entry:register.username'), { exact: true }).fill(username)
  await page.getByLabel(t('entry:register.password'), { exact: true }).fill(password)
  await page.getByLabel(t('entry:register.repeat'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('entry:register.submit'), exact: true }).click()
}
