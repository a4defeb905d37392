import type { Envelope } from '#contract/api/endpoint.ts'
import type { User } from '#contract/api/users.ts'
import { errors } from '#contract/errors.ts'
import { signatureOf } from '#server/people/identity/telegram.ts'
import { startMailHost } from '#test/harness/mail.ts'
import { OPEN, violations } from './axe.ts'
import { addUser, enterAs, logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'

test.use({ as: 'visitor' })

test('invite earnings move into the balance', async ({ page, t, client, site }) => {
  const user = await addUser(site.url, client, 'inviter')
  await client.send('PUT', '/api/option', { key: 'QuotaForInviter', value: '700000' })
  const aff = await user.send<string>('GET', '/api/user/aff')
  const body = JSON.stringify({ username: 'invited', password: 'e2e-password', aff_code: aff })
  await fetch(`${site.url}/api/user/register`, { method: 'POST', body })
  await enterAs(page, site.url, user)
  await page.goto('/setting')
  await expect(page.getByRole('textbox', { name: t('personal:invite.link') })).toHaveValue(
    `${site.url}/register?aff=${aff}`,
  )
  await page.getByRole('button', { name: t('personal:invite.qr') }).click()
  const picture = page.getByRole('dialog', { name: t('personal:invite.qr') })
  await expect(picture.getByRole('img', { name: t('personal:invite.qr') })).toBeVisible()
  expect(await violations(page, 'light', OPEN)).toEqual([])
  await expect(picture).toContainText(`${site.url}/register?aff=${aff}`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('personal:invite.transfer') }).click()
  const dialog = page.getByRole('dialog', { name: t('personal:transfer.title') })
  const amount = dialog.getByRole('textbox')
  await expect(amount).toHaveValue('1')
  await amount.fill('0,5')
  await expect(dialog.getByText(t('personal:transfer.unreadable')).first()).toBeVisible()
  await amount.fill('0.5')
  await expect(dialog.getByText(t('personal:transfer.low', { amount: '$1.00' })).first()).toBeVisible()
  await dialog.getByRole('button', { name: t('personal:transfer.all', { amount: '$1.40' }) }).click()
  await expect(amount).toHaveValue('1.4')
  await dialog.getByRole('button', { name: t('personal:invite.transfer'), exact: true }).click()
  await expect(page.getByText(t('personal:transfer.done'))).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('$1.40')
  const button = page.getByRole('button', { name: t('personal:invite.transfer') })
  await expect(button).toHaveAccessibleDescription(t('personal:invite.tooLittle', { amount: '$1.00' }))
})

test('the address of editing oneself opens the own profile', { tag: '@all' }, async ({ page, t, client, site }) => {
  const user = await addUser(site.url, client, 'self-editor')
  await enterAs(page, site.url, user)
  await page.goto('/user/edit')
  const dialog = page.getByRole('dialog', { name: t('personal:profile.edit') })
  await dialog.getByLabel(t('personal:profile.display_name')).fill('Renamed')
  await dialog.getByRole('button', { name: t('common:action.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/setting')
  await expect(page.getByText('Renamed').first()).toBeVisible()
})

test.describe('with a mail server', () => {
  test.use({ start: 'empty' })

  test('an address is bound with the code that was mailed to it', { tag: '@all' }, async ({
    page,
    t,
    client,
    site,
  }) => {
    const mails = await startMailHost()
    const options = { SMTPServer: '127.0.0.1', SMTPPort: mails.port, SMTPFrom: 'gateway@example.com' }
    for (const [key, value] of Object.entries(options)) {
      await client.send('PUT', '/api/option', { key, value: String(value) })
    }
    await enterAs(page, site.url, await addUser(site.url, client, 'reader'))
    await page.goto('/setting')
    await page.getByRole('button', { name: t('personal:email.bind') }).click()
    const dialog = page.getByRole('dialog', { name: t('personal:email.title') })
    const bind = dialog.getByRole('button', { name: t('personal:bindings.bind'), exact: true })
    await bind.click()
    await expect(dialog.getByText(t('personal:email.missing'))).toBeVisible()
    await expect(dialog.getByText(t('personal:email.codeMissing'))).toBeVisible()

    await dialog.getByLabel(t('personal:email.address')).fill('Reader@Example.com')
    await dialog.getByRole('button', { name: t('personal:email.get') }).click()
    const mail = await mails.next('reader@example.com')
    const again = dialog.getByRole('button', { name: /\(\d+\)/ })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    const code = dialog.getByLabel(t('personal:email.code'))
    await expect(code).toBeFocused()
    await code.fill('000')
    await bind.click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
    await bind.click()
    await expect(page.getByText(t('personal:email.bound'))).toBeVisible()
    await expect(page.getByText('reader@example.com')).toBeVisible()
    await expect(page.getByRole('button', { name: t('personal:email.change'), exact: true })).toBeVisible()
    await mails.stop()
  })
})

test('an access token works until the next one is made', { tag: '@all' }, async ({ page, t, client, site }) => {
  const user = await addUser(site.url, client, 'scripter')
  const works = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'New-Api-User': String(user.user.id) }
    const response = await fetch(`${site.url}/api/user/self`, { headers })
    return ((await response.json()) as Envelope<User>).data?.username === 'scripter'
  }
  await enterAs(page, site.url, user)
  await page.goto('/setting')
  const make = async () => {
    await page.getByRole('button', { name: t('personal:token.make') }).click()
    const question = page.getByRole('dialog', { name: t('personal:token.confirm') })
    await expect(question).toContainText(t('personal:token.ends'))
    await question.getByRole('button', { name: t('personal:token.make') }).click()
    const dialog = page.getByRole('dialog', { name: t('personal:token.name') })
    const token = await dialog.locator('code').first().innerText()
    await dialog
      .getByRole('button', { name: t('common:action.close') })
      .last()
      .click()
    await expect(page.getByText(token)).toHaveCount(0)
    return token
  }
  const first = await make()
  expect(await works(first)).toBe(true)
  const second = await make()
  expect(await works(first)).toBe(false)
  expect(await works(second)).toBe(true)
})

test('another device is logged out from here', async ({ page, t, client, site }) => {
  const user = await addUser(site.url, client, 'two-places')
  const elsewhere = await logIn(site.url, 'two-places', 'e2e-password')
  await enterAs(page, site.url, user)
  await page.goto('/setting')
  const devices = page.getByRole('region', { name: t('personal:sessions.title') })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText(t('personal:sessions.current'))).toHaveCount(1)
  await devices.getByRole('listitem').getByRole('button').click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(elsewhere.send('GET', '/api/user/self')).rejects.toThrow()
  expect(await user.send<{ username: string }>('GET', '/api/user/self')).toMatchObject({ username: 'two-places' })
})

test('the name of a model is copied', { tag: '@all' }, async ({ page, context, t, client, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, site.url, await addUser(site.url, client, 'copier'))
  await page.goto('/setting')
  await page.getByRole('button', { name: t('personal:models.copy', { model: 'gpt-5' }), exact: true }).click()
  await expect(page.getByText(t('common:copy.named', { text: 'gpt-5' }))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('gpt-5')
})

test.describe('with Telegram', () => {
  test.use({ start: 'empty' })

  test('an account is bound that its button has signed, and no other', { tag: '@all' }, async ({
    page,
    t,
    client,
    site,
  }) => {
    const token = '12345:secret-of-the-bot'
    const options = { TelegramBotToken: token, TelegramBotName: 'fake_bot', TelegramOAuthEnabled: true }
    for (const [key, value] of Object.entries(options)) {
      await client.send('PUT', '/api/option', { key, value: String(value) })
    }
    const person = { id: '4242', first_name: 'Ann', auth_date: String(Math.floor(Date.now() / 1000)) }
    const signatures = ['0'.repeat(64), signatureOf(person, token)]
    await page.route('https://oauth.telegram.org/embed/fake_bot?**', (route) => {
      const message = JSON.stringify({ event: 'auth_user', auth_data: { ...person, hash: signatures.shift() } })
      const body = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
      return route.fulfill({ contentType: 'text/html', body })
    })
    await enterAs(page, site.url, await addUser(site.url, client, 'ann'))
    await page.goto('/setting')
    const bind = page.getByRole('button', { name: t('personal:bindings.bindNamed', { name: 'Telegram' }) })
    await bind.click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(errors.telegram_invalid.en)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:action.close') })
      .click()
    await bind.click()
    await expect(page.getByText(t('personal:telegram.bound'))).toBeVisible()
    await expect(bind).toBeHidden()
  })
})

test('an account is deleted after its name was typed', { tag: '@all' }, async ({ page, t, client, site }) => {
  const user = await addUser(site.url, client, 'leaver')
  await enterAs(page, site.url, user)
  await page.goto('/setting')
  await page.getByRole('button', { name: t('personal:delete.action') }).click()
  const dialog = page.getByRole('dialog', { name: t('personal:delete.title') })
  const remove = dialog.getByRole('button', { name: t('personal:delete.action') })
  await dialog.getByRole('textbox').fill('somebody')
  await remove.click()
  await expect(dialog.getByText(t('personal:delete.mismatch'))).toBeVisible()
  await dialog.getByRole('textbox').fill('leaver')
  await remove.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(t('personal:delete.done'))).toBeVisible()
  await expect(user.send('GET', '/api/user/self')).rejects.toThrow()
  await expect(logIn(site.url, 'leaver', 'e2e-password')).rejects.toThrow()
})
