import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const LOGO = '/favicon.svg'

test.describe('what the administrator wrote for a page', () => {
  const html =
    '<p id="styled" style="color: rgb(200, 0, 0); position: fixed; inset: 0; text-align: center">Maintenance</p>' +
    '<div class="fixed inset-0 z-50 bg-page">Log in <a href="https://other.example/">here</a></div>' +
    `<img alt="own" src="${LOGO}"><img alt="plain" src="http://pictures.example/a.png">` +
    '<table background="http://pictures.example/b.png"><tr><td>cell</td></tr></table>' +
    '<video src="http://pictures.example/c.mp4"></video><style>main { display: none }</style>'
  test.use({ start: 'empty', options: { Notice: html, Footer: html, About: html } })

  test('keeps its look, covers nothing, and asks for nothing that the browser refuses', async ({ page, site }) => {
    const asked = foreignRequests(page, site.url)
    await page.goto('/about')
    const main = page.getByRole('main')
    const styled = main.locator('#styled')
    await expect(styled).toHaveCSS('color', 'rgb(200, 0, 0)')
    await expect(styled).toHaveCSS('text-align', 'center')
    await expect(styled).toHaveCSS('position', 'static')
    await expect(main.getByText('Log in here')).toHaveCSS('position', 'static')
    await expect(main.getByRole('img', { name: 'own' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'plain' })).toHaveAttribute('href', 'http://pictures.example/a.png')
    expect(asked).toEqual([])
  })
})

test.describe('an answer in the playground', () => {
  test.use({ start: 'empty' })

  test('covers nothing and loads nothing from elsewhere', { tag: '@all' }, async ({ page, client, site, t }) => {
    const reply =
      '<div class="fixed inset-0 z-50 bg-page" style="position:fixed">covered</div>\n\n' +
      `![a tree](https://pictures.example/a.png?said=secret)\n\n![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)\n\n` +
      '<video poster="https://pictures.example/b.png" src="https://pictures.example/c.mp4"></video>\n\n' +
      '<audio src="https://pictures.example/d.mp3"></audio> <img alt="set" srcset="https://pictures.example/e.png 1x">' +
      '<table background="https://pictures.example/f.png"><tr><td>cell</td></tr></table> <b>end</b>'
    const model = `odd@${new URLSearchParams({ reply })}`
    await client.send('PUT', '/api/option', { key: 'ModelRatio', value: JSON.stringify({ odd: 1 }) })
    await client.send('POST', '/api/channel', {
      type: 1,
      key: 'sk-upstream',
      name: 'odd',
      group: 'default',
      models: 'odd',
      model_mapping: JSON.stringify({ odd: model }),
      base_url: site.upstreamUrl,
    })
    const asked = foreignRequests(page, site.url)
    await page.goto('/playground')
    const field = page.getByRole('textbox', { name: t('playground:composer.label') })
    await field.fill('Show me')
    await field.press('Enter')
    const answer = page
      .getByRole('list', { name: t('playground:conversation') })
      .getByRole('listitem')
      .last()
    await expect(answer.getByText('end', { exact: true })).toBeVisible()
    await expect(answer.getByText('covered')).toHaveCSS('position', 'static')
    const tree = answer.getByRole('link', { name: 'a tree' })
    await expect(tree).toHaveAttribute('href', 'https://pictures.example/a.png?said=secret')
    await expect(answer.getByRole('img', { name: 'dot' })).toHaveCount(1)
    expect(asked).toEqual([])
  })
})

/** Addresses of other sites that the page asks for, from now on. */
function foreignRequests(page: Page, own: string): string[] {
  const asked: string[] = []
  page.on(
    'request',
    (request) => /^https?:/.test(request.url()) && !request.url().startsWith(own) && asked.push(request.url()),
  )
  return asked
}
