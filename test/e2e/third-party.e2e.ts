import type { Page } from '@playwright/test'
import type { User } from '#contract/api/users.ts'
import { loginProviders } from '#contract/login/login-providers.ts'
import { signatureOf } from '#server/people/identity/telegram.ts'
import { logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'providers', as: 'visitor' })

test.describe('GitHub and OpenID Connect', () => {
  test.use({ options: { GitHubOAuthEnabled: true, OIDCEnabled: true } })

  test('register by an invite link, and log in the next time', async ({ page, t, client }) => {
    const code = await client.send<string>('GET', '/api/user/aff')
    await page.goto(`/register?aff=${code}`)
    await useWay(page, t, 'GitHub')
    await consent(page, 'ann')
    await expect(page).toHaveURL('/token')
    const ann = await storedUser(page)
    expect(ann.inviter_id).toBe(client.user.id)

    await logOut(page, t)
    await page.goto('/login?return=%2Flog%3Ftype%3D2')
    await useWay(page, t, 'GitHub')
    await consent(page, 'ann')
    await expect(page).toHaveURL('/log?type=2')
    expect((await storedUser(page)).id).toBe(ann.id)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  })

  test('a reload on the way back loses nothing', { tag: '@all' }, async ({ page, t }) => {
    const call = /\/api\/oauth\/github\?/
    let calls = 0
    await page.route(call, (route) => {
      calls += 1
      if (calls > 1) return route.continue()
    })
    const first = page.waitForRequest(call)
    await page.goto('/login')
    await useWay(page, t, 'GitHub')
    await consent(page, 'reloader')
    await first
    await page.reload()
    await expect(page).toHaveURL('/token')
    expect(page.url()).not.toContain('code=')
  })

  test('who came this way sets a first password without a current one', { tag: '@all' }, async ({ page, t, site }) => {
    await page.goto('/login')
    await useWay(page, t, 'GitHub')
    await consent(page, 'firstly')
    await expect(page).toHaveURL('/token')
    const { username } = await storedUser(page)
    await page.goto('/setting')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('shell:password.change') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('shell:password.change') })
    await expect(dialog.getByText(t('password:none'))).toBeVisible()
    await expect(dialog.getByLabel(t('password:current'))).toHaveCount(0)
    await dialog.getByLabel(t('password:next'), { exact: true }).fill('first-password')
    await dialog.getByLabel(t('password:repeat'), { exact: true }).fill('first-password')
    await expect(dialog.getByText(t('password:strength.weak'))).toBeVisible()
    await dialog.getByRole('button', { name: t('shell:password.change') }).click()
    await expect(dialog).toBeHidden()
    expect((await logIn(site.url, username, 'first-password')).user.username).toBe(username)
  })

  test('an OpenID provider is called what the operator calls it', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/login')
    await useWay(page, t, 'Works SSO')
    await consent(page, 'bob')
    await expect(page).toHaveURL('/token')
    expect((await storedUser(page)).display_name).toBe('bob')
  })

  test('a refusal shows the reason, where it goes, and a way to try again', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/login')
    await useWay(page, t, 'GitHub')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You said no' })).toBeVisible()
    await expect(page.getByText(t('entry:callback.leaving'))).toBeVisible()
    await expect(page).toHaveURL('/oauth/github')
    await page.getByRole('button', { name: t('common:action.retry') }).click()
    await consent(page, 'ann')
    await expect(page).toHaveURL('/token')
  })

  test('whoever waits after a failure is sent to the settings, which lead a visitor to the login page', {
    tag: '@all',
  }, async ({ page, t }) => {
    await page.clock.install()
    await page.goto('/login')
    await useWay(page, t, 'GitHub')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByText(t('entry:callback.leaving'))).toBeVisible()
    for (let second = 0; second < 25; second++) await page.clock.runFor(1000)
    await expect(page).toHaveURL('/login?return=%2Fsetting')
  })

  test.describe('with a login of another browser', () => {
    test.use({ expectedErrors: /status of 403/ })

    test('nobody is let in', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/oauth/oidc?code=1&state=made-up')
      await expect(page.getByText(t('entry:callback.stateHint'))).toBeVisible()
      await page.getByRole('button', { name: t('entry:callback.toLogin') }).click()
      await expect(page).toHaveURL('/login')
    })
  })

  test.describe('for somebody who is logged in', () => {
    test.use({ as: 'root' })

    test('bind the account and lead to the settings', { tag: '@all' }, async ({ page, t, client }) => {
      await page.goto('/about')
      await page.goto(await startOf(page, client.user.id))
      await consent(page, 'ann')
      await expect(page.getByText(t('entry:callback.bound'))).toBeVisible()
      await expect(page).toHaveURL('/setting')
      expect((await client.send<User>('GET', '/api/user/self')).github_id).not.toBe('')
    })
  })
})

test.describe('WeChat', () => {
  test.use({ options: { WeChatAuthEnabled: true } })

  test('lets in with the code of its account', { tag: '@all' }, async ({ page, t, language }) => {
    await page.goto('/login')
    await useWay(page, t, loginProviders.wechat.label[language])
    const dialog = page.getByRole('dialog', { name: t('login:wechat.title') })
    await expect(dialog.getByRole('img', { name: t('login:wechat.qr') })).toBeVisible()
    const code = dialog.getByLabel(t('login:wechat.code'), { exact: true })
    await dialog.getByRole('button', { name: t('login:wechat.submit'), exact: true }).click()
    await expect(code).toHaveAccessibleDescription(t('login:wechat.missing'))
    await code.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill('wechat-code')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    expect((await storedUser(page)).wechat_id).toBe('openid-1')
  })
})

test.describe('Telegram', () => {
  test.use({ options: { TelegramOAuthEnabled: true } })

  test('sends its signed fields to a page that says what comes of them', { tag: '@all' }, async ({ page }) => {
    const fields = { id: '7', first_name: 'Ann', auth_date: String(Math.floor(Date.now() / 1000)) }
    const signed = new URLSearchParams({ ...fields, hash: signatureOf(fields, '123:telegram') })
    await page.route('https://telegram.org/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `const link = document.createElement('a'); link.textContent = 'Telegram button'
          link.href = document.currentScript.dataset.authUrl + '?${signed}'; document.currentScript.before(link)`,
      }),
    )
    await page.goto('/login')
    await page.getByRole('link', { name: 'Telegram button' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'is not linked' })).toBeVisible()
    await expect(page).toHaveURL('/oauth/telegram')
  })
})

test.describe('the bot check', () => {
  test.use({ options: { TurnstileCheckEnabled: true } })

  test('holds up calls until it has an answer, and never typing', { tag: '@all' }, async ({ page, t }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `(${fakeTurnstile})()` }),
    )
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'I am a person' })).toBeVisible()
    await page.getByLabel(t('login:username')).fill('root')
    await page.getByLabel(t('login:password'), { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('login:bot.running'))).toBeVisible()
    await page.getByRole('button', { name: 'I am a person' }).click()
    await page.getByRole('button', { name: t('login:submit'), exact: true }).click()
    await expect(page.getByText(t('login:bot.running'))).toBeHidden()
    await expect(page.getByRole('alert').filter({ visible: true })).not.toBeEmpty()

    await page.getByRole('button', { name: 'I am a person' }).click()
    await page.getByLabel(t('login:password'), { exact: true }).fill('123456')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/detail')
  })

  test.describe('that cannot be loaded', () => {
    test.use({ expectedErrors: /challenges\.cloudflare\.com/ })

    test('says so', { tag: '@all' }, async ({ page, t }) => {
      await page.route('https://challenges.cloudflare.com/**', (route) => route.abort())
      await page.goto('/reset')
      await expect(page.getByText(t('login:bot.failed'))).toBeVisible()
    })
  })
})

/** Cloudflare's script for tests: answers when its button is pressed, each time with another answer. */
function fakeTurnstile() {
  let answers = 0
  Object.assign(window, {
    turnstile: {
      render(element: HTMLElement, { callback }: { callback: (answer: string) => void }) {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = 'I am a person'
        button.onclick = () => {
          answers += 1
          callback(`person-${answers}`)
        }
        element.replaceChildren(button)
        return 'widget'
      },
      remove() {},
    },
  })
}

const useWay = (page: Page, t: Texts, name: string) =>
  page.getByRole('button', { name: t('login:way.use', { name }) }).click()

/** Says yes at the provider, as the owner of an account there. */
async function consent(page: Page, account: string) {
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Allow' }).click()
}

const storedUser = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as User)

async function logOut(page: Page, t: Texts) {
  const { username } = await storedUser(page)
  await page.getByRole('button', { name: t('shell:user.menu', { name: username }) }).click()
  await page.getByRole('menuitem', { name: t('shell:user.logout') }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: t('shell:user.register') }).first()).toBeVisible()
}

/** Where a bind at GitHub begins, as the settings page asks for it. */
const startOf = (page: Page, userId: number) =>
  page.evaluate(async (id) => {
    const answer = await fetch('/api/oauth/authorize?provider=github', { headers: { 'New-Api-User': String(id) } })
    return ((await answer.json()) as { data: { url: string } }).data.url
  }, userId)
