import { createServer } from 'node:http'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { menu, type OpenState, press, testOpenStates } from './open-state.ts'

test('root adds a sink and a rule, tests the sink, and acknowledges an alert', async ({ page, client, t }) => {
  const signatures: unknown[] = []
  const hook = createServer((request, response) => {
    signatures.push(request.headers['x-switchyard-signature'])
    response.end('ok')
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const { port } = hook.address() as { port: number }
  try {
    await page.goto('/alerts/setup')
    await page.getByRole('link', { name: t('alerts:sinks.add') }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel(t('alerts:setting.url')).fill(`http://127.0.0.1:${port}/hook`)
    await drawer.getByLabel(t('alerts:setting.secret')).fill('signing-key')
    await drawer.getByLabel(t('alerts:form.name')).fill('Pager')
    await drawer.getByRole('button', { name: t('alerts:form.save') }).click()
    await expect(page.getByText(t('alerts:sinks.saved'))).toBeVisible()
    await page.getByRole('button', { name: t('alerts:sinks.test', { name: 'Pager' }) }).click()
    await expect(page.getByText(t('alerts:sinks.tested'))).toBeVisible()
    expect(signatures).toEqual([expect.stringMatching(/^sha256=[0-9a-f]{64}$/)])

    await page.getByRole('link', { name: t('alerts:rules.add') }).click()
    await drawer.getByLabel(t('alerts:parameter.percent')).fill('33')
    await drawer.getByLabel(t('alerts:parameter.calls')).fill('1')
    await drawer.getByLabel(t('alerts:form.name')).fill('Third')
    await drawer.getByRole('button', { name: t('alerts:form.save') }).click()
    await expect(page.getByText(t('alerts:rules.saved'))).toBeVisible()
    const row = page.getByRole('row', { name: 'Third' })
    await expect(row).toContainText('33% · 1 call')
    await row.getByRole('switch').click()
    await expect(row.getByRole('switch')).not.toBeChecked()
    await row.getByRole('switch').click()
    await expect(row.getByRole('switch')).toBeChecked()

    // Calls of the seed have failed at a channel.
    await expect
      .poll(async () => (await client.send<unknown[]>('GET', '/api/alert?state=open')).length)
      .toBeGreaterThan(0)
    await page.goto('/alerts?state=open')
    await page
      .getByRole('button', { name: t('alerts:row.acknowledge', { name: '' }).trim() })
      .first()
      .click()
    await expect(page.getByText(t('alerts:state.acknowledged')).first()).toBeVisible()
  } finally {
    hook.close()
  }
})

/** A rule that opens an alert: calls of the seed have failed at a channel. */
async function addAlert(client: ConsoleClient) {
  const rule = { kind: 'error_rate', parameters: { percent: 1, calls: 1 } }
  await client.send('POST', '/api/alert/rule', rule)
  const open = async () => (await client.send<unknown[]>('GET', '/api/alert?state=open')).length
  await expect.poll(open).toBeGreaterThan(0)
}

const ALERTS: Record<string, OpenState> = {
  'silence of an alert': {
    path: '/alerts?state=open',
    prepare: addAlert,
    async open(page, t) {
      const name = t('alerts:row.silence', { name: '' }).trim()
      await page.getByRole('button', { name }).first().click()
      return menu(page)
    },
  },
  'question before a rule of alerts is deleted': {
    path: '/alerts/setup/rule/1',
    async open(page, t) {
      await press(page, t('alerts:rules.delete'))
      return page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /^Delete the rule/ }))
    },
  },
}

testOpenStates(ALERTS)
