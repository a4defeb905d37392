import { startMailHost } from '../harness/mail.ts'
import { expect, test } from './fixtures.ts'

// Options are the site's own: a test that changes them has a site to itself.
test.use({ start: 'empty' })

test('a test mail is sent with what is typed, and tells how far it came', { tag: '@all' }, async ({
  page,
  t,
  client,
}) => {
  const mails = await startMailHost({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
  })
  await page.goto('/setting?tab=system&section=smtp')
  const send = page.getByRole('button', { name: t('settings:mailTest.button') })
  const to = page.getByLabel(t('settings:mailTest.to'))
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel(t('options:option.SMTPServer.label'), { exact: true }).fill('127.0.0.1')
  await page.getByLabel(t('options:option.SMTPPort.label'), { exact: true }).fill(String(mails.port))
  await page.getByLabel(t('options:option.SMTPFrom.label'), { exact: true }).fill('gateway@example.com')
  await to.fill('no address')
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await to.fill('nobody@example.com')
  await send.click()
  const result = page.getByRole('alert').filter({ hasText: 'No such mailbox' })
  await expect(result).toContainText(t('settings:mailTest.step.recipient', { to: 'nobody@example.com' }))
  await to.fill('ann@example.com')
  await send.click()
  await expect(page.getByText(t('settings:mailTest.step.taken', { to: 'ann@example.com' }))).toBeVisible()
  expect(await mails.next('ann@example.com')).toMatchObject({ from: 'gateway@example.com' })
  const options = await client.send<{ key: string; value: string }[]>('GET', '/api/option')
  expect(options.find(({ key }) => key === 'SMTPServer')?.value).toBe('')
  await mails.stop()
})
