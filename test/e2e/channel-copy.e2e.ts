import type { Channel } from '#contract/api/channels.ts'
import { errors } from '#contract/errors.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('a copy has another name, new counters and the key of its original', async ({ page, site, client, t }) => {
  const body = { name: 'main', type: 1, key: 'sk-right', models: 'fake-gpt', priority: 7, base_url: site.upstreamUrl }
  const [source] = await client.send<Channel[]>('POST', '/api/channel', body)
  await page.goto('/channel')
  await page.getByRole('button', { name: t('channels:row.copy', { name: 'main' }) }).click()
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  const key = drawer.getByLabel('Key', { exact: true })
  await expect(key).toBeFocused()
  await expect(key).toHaveAccessibleDescription(t('channels:form.keyCopied'))

  const answer = { success: false, message: errors.channel_not_found.en }
  await page.route(/\/api\/channel\/?$/, (route) => route.fulfill({ json: answer }), { times: 1 })
  const submit = drawer.getByRole('button', { name: t('channels:form.save'), exact: true })
  await submit.click()
  await expect(drawer.getByText(t('channels:form.copyFailed', { message: answer.message }))).toBeVisible()
  await submit.click()
  await expect(page.getByText(t('channels:toast.copied'))).toBeVisible()

  const [copy] = await client.send<Channel[]>('GET', '/api/channel?id_sort=true&page_size=10')
  const { id, created_time, name, ...same } = source!
  expect(copy).toMatchObject({ ...same, name: name + t('channels:form.copySuffix') })
  expect(await client.send('GET', `/api/channel/fetch_models/${copy!.id}`)).toContain('fake-gpt')
})
