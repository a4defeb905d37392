import { beforeAll, expect, test } from 'bun:test'
import { createChannel } from '#contract/api/channels.ts'
import { setOption } from '#contract/api/options.ts'
import { createIncident } from '#contract/api/traffic.ts'
import type { OptionKey } from '#contract/options.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { pageHead } from '../page-head.ts'
import { pageText } from './page-text.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  const set = (key: OptionKey, value: string) => root.call(setOption, { body: { key, value } })
  const read = (path: string, language: 'zh' | 'en' = 'en') => {
    const head = pageHead(path, server.services, language)
    return pageText(server.services, { path, language, origin: 'https://gateway.test', head })
  }

  beforeAll(async () => {
    const fields = { type: 1, name: 'c', key: 'sk-1', base_url: 'https://upstream.example', group: 'default' }
    await root.call(createChannel, { body: { ...fields, models: 'gpt-4o-mini,<b>odd</b>' } })
    await set('ModelPrice', JSON.stringify({ '<b>odd</b>': 0.04 }))
  })

  test('home says what the site is, where its API is, how to call it, and what models cost', async () => {
    const text = await read('/')
    expect(text).toContain('<code>https://gateway.test/v1</code>')
    expect(text).toContain('curl https://gateway.test/v1/chat/completions')
    expect(text).toContain('<td>$0.15</td><td>$0.6</td>')
    expect(await read('/', 'zh')).toContain('lang="zh-CN"')
    await set('HomeBlocks', 'models')
    expect(await read('/')).not.toContain('curl')
  })

  test('names of models and contents of the operator never become markup', async () => {
    expect(await read('/models')).toContain('&lt;b&gt;odd&lt;/b&gt;')
    await set(
      'HomePageContent',
      '<script>alert(1)</script><h1 onclick="x">Hi &amp; <b>you</b></h1>\n\n1 < 2</noscript>',
    )
    const text = await read('/')
    expect(text).toContain('<p>Hi &amp; you</p>')
    expect(text).not.toMatch(/<script|onclick|<\/noscript|<b>/)
    await set('HomePageContent', 'https://home.example/page')
    expect(await read('/')).toContain('<a href="https://home.example/page">')
    await set('HomePageContent', '')
  })

  test('a model, and each page of the docs, has its text and its title', async () => {
    expect(await read('/models/gpt-4o-mini')).toContain('<h1>gpt-4o-mini')
    expect(await read('/models/none')).toBeUndefined()
    expect(await read('/docs')).toContain('<pre>https://gateway.test/v1</pre>')
    expect(await read('/docs/errors')).toContain('<code>token_expired</code>')
    expect(await read('/docs/none')).toBeUndefined()
    expect(pageHead('/docs/keys', server.services, 'zh')?.title).toStartWith('密钥 · ')
    expect(pageHead('/docs/keys', server.services, 'en')?.description).toContain('the account that pays')
    expect(await read('/token')).toBeUndefined()
  })

  test('every page for visitors has a text, and one that is not there says so', async () => {
    for (const path of ['/about', '/login', '/register', '/reset', '/setup', '/chat', '/pricing', '/models/compare']) {
      expect(await read(path)).toMatch(/<h1>.+<\/h1>/)
      expect(pageHead(path, server.services, 'en')?.description).toContain('Switchyard')
    }
    expect(await read('/about')).toContain('<code>https://gateway.test/v1</code>')
    await set('About', 'We are **here**.')
    expect(await read('/about')).toContain('<p>We are here.</p>')
    const asked = { path: '/nowhere', language: 'en', origin: 'https://gateway.test', head: undefined } as const
    expect(await pageText(server.services, { ...asked, isFound: false })).toContain('<h1>Page not found</h1>')
  })

  test('the status page has its text once it is public', async () => {
    expect(await read('/status')).toContain('not public')
    expect(await read('/')).not.toContain('href="/status"')
    await set('StatusPageEnabled', 'true')
    await root.call(createIncident, { body: { title: 'Slow <i>answers', body: 'Wait.', models: [] } })
    const text = await read('/status')
    expect(text).toContain('<td>gpt-4o-mini</td><td>no calls lately</td>')
    expect(text).toContain('<h3>Slow &lt;i&gt;answers</h3>')
    expect(await read('/')).toContain('href="/status"')
  })
})
