import { type ConsoleClient, logIn } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

interface Row {
  id: number
}

/** Calls, the newest first. */
const callsOf = async (client: ConsoleClient) =>
  (await client.send<{ items: Row[] }>('GET', '/api/log?type=2&page_size=50')).items

for (const [what, search] of [
  ['newer rows have pushed it to another page', 'p=2'],
  ['its day is over', 'from=1000&to=2000'],
  ['the filter leaves it out', 'model_name=other'],
] as const) {
  test(`a link to a row opens it although ${what}`, further(search !== 'p=2', '@all'), async ({ page, t, client }) => {
    const id = (await callsOf(client))[0]?.id
    const details = page.getByRole('dialog', { name: t('logs:peek.title', { id }) })
    await page.goto(`/log?${search}&row=${id}`)
    await expect(details.getByText(t('logs:bill.title'))).toBeVisible()
    await expect(details.getByText(MODEL).first()).toBeVisible()
    for (const step of [t('table:steps.previous'), t('table:steps.next')]) {
      const button = details.getByRole('button', { name: step })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(t('logs:peek.apart'))
    }
    await page.reload()
    await expect(details.getByText(t('logs:bill.title'))).toBeVisible()
    await expect(page).toHaveURL(`/log?${search}&row=${id}`)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`/log?${search}`)
  })
}

test('a link to a row that is not there says so', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/log?row=999999')
  const details = page.getByRole('dialog', { name: t('logs:peek.title', { id: 999_999 }) })
  await expect(details.getByRole('alert')).toContainText(t('logs:peek.notFound', { id: 999_999 }))
  await expect(page).toHaveURL('/log?row=999999')
  await details.getByRole('button', { name: t('common:action.close') }).click()
  await expect(page).toHaveURL('/log')
})

test('a step onto the next page leaves a link to the row itself', { tag: '@all' }, async ({ page, t, client }) => {
  const calls = await callsOf(client)
  await page.goto(`/log?type=2&row=${calls[9]?.id}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('table:steps.next') })
    .click()
  await expect(page).toHaveURL(`/log?type=2&p=2&row=${calls[10]?.id}`)
  await expect(page.getByRole('dialog', { name: t('logs:peek.title', { id: calls[10]?.id }) })).toBeVisible()
})

test('for a user, a row of somebody else is one that is not there', { tag: '@all' }, async ({
  page,
  t,
  client,
  site,
}) => {
  const [row] = await callsOf(client)
  const known = { username: 'bob', password: 'bobs-password', display_name: 'bob' }
  await client.send('POST', '/api/user', known)
  const bob = await logIn(site.url, known.username, known.password)
  await page.context().addCookies([{ ...bob.cookie, url: site.url }])
  await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(bob.user))
  await page.goto(`/log?row=${row?.id}`)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(t('logs:peek.notFound', { id: row?.id }))
})
