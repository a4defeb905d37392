import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { addUser, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'

/** Browsers have no passkeys for addresses without a name. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost')

/** Gives the page's browser a virtual authenticator that confirms by itself. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test.use({ as: 'visitor', baseURL: async ({ site }, use) => use(named(site.url)) })

test.describe('where administrators need a second factor', () => {
  test.use({ start: 'empty' })

  test('root is offered a passkey first, gets recovery codes with it, and goes on', { tag: '@all' }, async ({
    page,
    t,
    client,
    site,
    language,
  }) => {
    const url = named(site.url)
    await addVirtualAuthenticator(page)
    await enterAs(page, url, client)
    await page.evaluate((text) => localStorage.setItem('language', text), language)
    await client.send('PUT', '/api/option', { key: 'AdminSecondFactorRequired', value: 'true' })
    await page.goto('/channel')
    await expect(page).toHaveURL('/enrol')
    const add = page.getByRole('main').getByRole('button')
    await expect(add.nth(0)).toHaveText(t('personal:passkey.add'))
    await expect(add.nth(1)).toHaveText(t('personal:factor.add'))
    expect(await violations(page, 'light')).toEqual([])

    // Who closes the dialog stays here.
    await add.nth(0).click()
    const dialog = page.getByRole('dialog', { name: t('personal:passkey.addTitle') })
    await dialog.getByRole('button', { name: t('common:action.cancel') }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/enrol')

    await add.nth(0).click()
    await dialog.getByRole('button', { name: t('personal:passkey.add') }).click()
    const codes = page.getByRole('dialog', { name: t('personal:factor.codes.title') })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await codes.getByRole('button', { name: t('personal:factor.codes.kept') }).click()
    await expect(page).toHaveURL('/token')
    await page.goto('/channel')
    await expect(page.getByRole('heading', { name: t('shell:page.channel') }).first()).toBeVisible()
  })
})

test('a passkey is added, logs in by itself and as a second step, and is removed', async ({
  page,
  t,
  client,
  site,
  language,
}) => {
  const url = named(site.url)
  const user = await addUser(site.url, client, 'keyholder')
  await addVirtualAuthenticator(page)
  await enterAs(page, url, user)
  await page.evaluate((text) => localStorage.setItem('language', text), language)
  await page.goto('/setting')
  const card = page.getByRole('region', { name: t('personal:factor.title') })
  await card.getByRole('button', { name: t('personal:passkey.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('personal:passkey.addTitle') })
  await dialog.getByLabel(t('personal:passkey.name')).fill('My laptop')
  expect(await violations(page, 'light')).toEqual([])
  await dialog.getByRole('button', { name: t('personal:passkey.add') }).click()
  const codes = page.getByRole('dialog', { name: t('personal:factor.codes.title') })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: t('personal:factor.codes.kept') }).click()
  await expect(card.getByText('My laptop')).toBeVisible()

  const leave = async () => {
    // A document without the console, which may still be asking for something.
    await page.goto('/api/status')
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.goto('/login?return=/setting')
  }
  // The browser suggests the passkey, and the authenticator confirms.
  await leave()
  await expect(page).toHaveURL('/setting')

  // From here on the browser suggests nothing.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await leave()
  await page.getByRole('button', { name: t('login:passkey.use') }).click()
  await expect(page).toHaveURL('/setting')
  await expect(card.getByText('My laptop')).toBeVisible()

  await leave()
  await page.getByLabel(t('login:username')).fill('keyholder')
  await page.getByLabel(t('login:password'), { exact: true }).fill('e2e-password')
  await page.getByRole('button', { name: t('login:submit'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('login:second.title') })).toBeVisible()
  await page.getByRole('button', { name: t('login:passkey.use') }).click()
  await expect(page).toHaveURL('/setting')

  const refusal = { success: false, message: 'too old', code: 'proof_needed' }
  await page.route('**/api/user/passkeys/*', (route) => route.fulfill({ json: refusal }), { times: 1 })
  await card.getByRole('button', { name: t('personal:passkey.removeNamed', { name: 'My laptop' }) }).click()
  const question = page.getByRole('dialog', { name: t('personal:passkey.removeTitle', { name: 'My laptop' }) })
  await question.getByRole('button', { name: t('personal:passkey.remove') }).click()
  const proof = page.getByRole('dialog', { name: t('password:proof.title') })
  await proof.getByRole('button', { name: t('password:proof.passkey') }).click()
  await expect(card.getByText('My laptop')).toBeHidden()
  await expect(card.getByRole('button', { name: t('personal:passkey.add') })).toBeVisible()
})
