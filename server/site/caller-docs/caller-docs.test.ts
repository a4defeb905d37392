import { expect, test } from 'bun:test'
import type { CallerDoc } from '#contract/api/documents.ts'
import { relayCodes } from '#contract/errors.ts'
import { relayPaths } from '../openapi/relay-paths.ts'
import { callerDocs } from './caller-docs.ts'

const facts = { model: 'gpt-test', maxBodyMb: 64 }
const languages = { zh: callerDocs('zh', facts), en: callerDocs('en', facts) }
const textOf = (pages: readonly CallerDoc[]) => JSON.stringify(pages)

test('both languages have the same pages, with the same sections', () => {
  const outline = (pages: readonly CallerDoc[]) =>
    pages.map(({ id, sections }) => [id, sections.map((section) => `${section.level} ${section.id}`)])
  expect(outline(languages.zh)).toEqual(outline(languages.en))
})

for (const [language, pages] of Object.entries(languages)) {
  test(`every place is filled in ${language}, and anchors of a page differ`, () => {
    expect(textOf(pages).replaceAll('{{root}}', '')).not.toContain('{{')
    for (const { title, sections } of pages) {
      expect(title).not.toBe('')
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    }
  })

  test(`links between pages lead to pages in ${language}`, () => {
    const linked = [...textOf(pages).matchAll(/href=\\"\/docs\/?([\w-]*)/g)].map(([, id = '']) => id)
    expect(linked.length).toBeGreaterThan(3)
    for (const id of linked) expect(pages.map((page) => page.id)).toContain(id)
  })

  test(`every error of the relay and every relayed call is there in ${language}`, () => {
    const text = textOf(pages)
    for (const code of relayCodes) expect(text).toContain(`<code>${code}</code>`)
    const reference = textOf(pages.filter(({ id }) => id === 'reference'))
    for (const { path, socket, open } of relayPaths) {
      if (socket && open) continue
      const shown = path.replace(/^\/(?:v1alpha\/|v1(?=\/models\/\{model\}:))/, (version) =>
        version.endsWith('/') ? '/v1beta/' : '/v1beta',
      )
      expect(reference).toContain(`<code>${shown}</code>`)
    }
  })
}

test('addresses in the texts are addresses of the relay', () => {
  const known = new Set(relayPaths.map(({ path }) => path.replace(/\{model\}/g, 'gpt-test')))
  const called = [...textOf(languages.en).matchAll(/\{\{root\}\}(\/v\d[^\s\\"?<]*\/[^\s\\"?<]+)/g)].map(
    ([, path]) => path,
  )
  expect(called.length).toBeGreaterThan(8)
  for (const path of called) expect(known).toContain(path ?? '')
})
