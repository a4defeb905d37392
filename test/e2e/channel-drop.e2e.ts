import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

const ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'house',
  private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  client_email: 'gateway@house.iam.gserviceaccount.com',
})

/** Drops a file on a field, as the browser tells it. */
async function drop(field: Locator, text: string) {
  const dataTransfer = await field.evaluateHandle((_, content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'key.txt'))
    return transfer
  }, text)
  await field.dispatchEvent('drop', { dataTransfer })
}

test('a key file that is dropped tells the type; one that says nothing is told as such', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel/add')
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  const box = drawer.getByLabel(t('editor:paste.label'))
  await drop(box, ACCOUNT)
  const type = drawer.getByRole('combobox', { name: t('channels:form.type'), exact: true })
  await expect(type).toHaveValue('Vertex AI')
  await drop(box, 'x'.repeat(200_000))
  await expect(drawer.getByText(t('editor:paste.nothing'))).toBeVisible()
  await drop(box, ACCOUNT)
  await expect(drawer.getByText(t('editor:paste.nothing'))).toHaveCount(0)
  await drop(box, '')
  await expect(drawer.getByText(t('editor:paste.nothing'))).toBeVisible()
})

test('a file dropped on the key is the key, several keys are a batch, and no key takes none away', {
  tag: '@all',
}, async ({ page, t }) => {
  await page.goto('/channel/add')
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  const key = drawer.getByLabel('Key', { exact: true })
  await drop(key, '  sk-from-a-file\n')
  await expect(key).toHaveValue('sk-from-a-file')
  await drop(key, ' \n')
  await expect(page.getByText(t('editor:key.noneInFile'))).toBeVisible()
  await expect(key).toHaveValue('sk-from-a-file')
  await drop(key, 'sk-first-1\nsk-second-2\n')
  await expect(drawer.getByLabel(t('channels:form.keys'))).toHaveValue('sk-first-1\nsk-second-2')
  await expect(drawer.getByText(t('channels:form.keysCount', { count: 2 }))).toBeVisible()
})

test('tests of models are stopped: what is finished stays, and the rest can be tested later', { tag: '@all' }, async ({
  page,
  site,
  t,
}) => {
  const quick = ['fake-gpt', 'fake-gpt-mini']
  const slow = Array.from({ length: 6 }, (_, index) => `fake-slow-${index}@first_byte_ms=60000`)
  await page.goto('/channel/add')
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  await drawer.getByLabel('Key', { exact: true }).fill('sk-good-1')
  await drawer.getByLabel(t('channels:form.baseUrl.optional'), { exact: true }).fill(site.upstreamUrl)
  await drawer.getByLabel(t('channels:form.modelsCustom')).fill([...quick, ...slow].join(','))
  await drawer.getByRole('button', { name: t('channels:form.modelsAdd'), exact: true }).click()
  await drawer.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  await drawer.getByRole('button', { name: t('probe:testAll', { count: 8 }) }).click()
  const tests = page.getByRole('dialog', { name: t('editor:tests.title') })
  await tests.getByRole('button', { name: t('channels:test.all', { count: 8 }) }).click()
  await expect(tests.getByText(/^[\d.]+ m?s$/)).toHaveCount(2)
  // Another test in between belongs to the same lot: Stop ends it all.
  await tests.getByRole('listitem').filter({ hasText: 'fake-gpt-mini' }).getByRole('button').click()
  await expect(tests.getByText(t('editor:tests.progress', { done: 2, failed: 0 }))).toBeVisible()
  await tests.getByRole('button', { name: t('editor:tests.cancel') }).click()
  await expect(tests.getByRole('button', { name: t('editor:tests.cancel') })).toHaveCount(0)
  await expect(tests.getByText(/^[\d.]+ m?s$/)).toHaveCount(2)
  await expect(tests.getByRole('button', { name: t('channels:test.all', { count: 8 }) })).toBeEnabled()
})
