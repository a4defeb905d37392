import { expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import { findDrawingJob } from '#server/calls/relay/tasks/midjourney/dispatch.ts'
import { findSongJob } from '#server/calls/relay/tasks/suno/dispatch.ts'
import { relayEndpoint } from '#server/formats/endpoints/endpoints.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { openApiDocument, relayDocument } from './document.ts'
import { relayPaths } from './relay-paths.ts'

const document = openApiDocument(endpoints, { title: 'Switchyard', version: '1' })
const paths = document.paths as Record<string, Record<string, { operationId: string }>>

test('every endpoint of the contract is in the document, under its own name', () => {
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    const item = paths[path.replace(/:(\w+)/g, '{$1}')]
    expect(item?.[method.toLowerCase()]).toMatchObject({ operationId: name })
  }
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test.each([document, relayDocument({ title: 'Switchyard', version: '1' })])(
  'every reference leads somewhere',
  (document) => {
    const text = JSON.stringify(document)
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
      expect(target).toBeDefined()
    }
  },
)

test('parameters in a path are declared', () => {
  for (const [path, item] of Object.entries(paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    for (const operation of Object.values(item)) {
      const { parameters } = operation as unknown as { parameters: { in: string; name: string }[] }
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(named)
    }
  }
})

test('the relay answers every call that is described as relayed', () => {
  for (const { method, path } of relayPaths.filter((one) => one.method === 'post' && !one.local && !one.task)) {
    expect({ method, path, known: relayEndpoint(path.replace(/\{\w+\}/g, 'm')) !== undefined }).toMatchObject({
      known: true,
    })
  }
})

test('every call about tasks that is described is answered', () => {
  for (const { method, path, open } of relayPaths.filter((one) => one.task)) {
    const [, family = '', below = ''] = /^\/(\w+)\/(.+)$/.exec(path.replace(/\{\w+\}/g, 'm')) ?? []
    const job = family === 'suno' ? findSongJob : findDrawingJob
    expect({ path, known: open || job(method.toUpperCase(), below) !== undefined }).toMatchObject({ known: true })
  }
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)

  test('anyone may read the document', async () => {
    const served = (await (await server.request('/api/openapi.json')).json()) as typeof document
    expect(served.openapi).toBe('3.1.0')
    expect(Object.keys(served.paths as object)).toEqual(Object.keys(paths))
  })

  test('callers can have the document of the relayed calls alone', async () => {
    const served = (await (await server.request('/api/openapi.json?part=relay')).json()) as typeof document
    expect(Object.keys(served.paths as object)).toEqual([...new Set(relayPaths.map(({ path }) => path))])
    expect(JSON.stringify(served)).not.toContain('Failure')
  })

  test('the page shows every call, runs no script and loads nothing', async () => {
    const response = await server.request('/api/docs')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await response.text()
    for (const path of Object.keys(paths)) expect(html).toContain(`<code>${path}</code>`)
    expect(html).not.toMatch(/<script|src=|<link|@import|url\(/)
  })
})
