import { createHash } from 'node:crypto'
import type { Json, JsonObject } from './document.ts'

/**
 * Renders the document as a page without scripts: calls grouped by subject, each of which unfolds to its input and
 * answer.
 */
export function docsHtml(document: JsonObject, { title, version }: { title: string; version: string }): Response {
  const operations = operationsOf(document)
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort()
  const links = tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' ')
  const sections = tags.map((tag) => {
    const calls = operations.filter((operation) => operation.tag === tag).map(callHtml)
    return `<section id="${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>${calls.join('')}</section>`
  })
  const intro = (document.info as { description: string }).description
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} API</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)} API <small>${escapeHtml(version)}</small></h1>
<p>${escapeHtml(intro)} For programs: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<nav aria-label="Subjects">${links}</nav>${sections.join('')}</main></body></html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': POLICY,
    },
  })
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0 }
summary { cursor: pointer }
code, pre { font: .875rem/1.5 ui-monospace, monospace }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 8%, transparent) }
table { border-collapse: collapse } td, th { padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top }
.method { display: inline-block; width: 4.5rem; font-weight: 600 }
`

/** Allows only this one style, and no other resources. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'self'; base-uri 'none'`

interface Operation {
  method: string
  path: string
  tag: string
  summary: string
  access: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  body: Json | undefined
  answer: Json | undefined
}

function operationsOf({ paths }: JsonObject): Operation[] {
  return Object.entries(paths as Record<string, Record<string, JsonObject>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      tag: (operation.tags as string[])[0] ?? '',
      summary: String(operation.summary),
      access: String(operation['x-access']),
      parameters: operation.parameters as Operation['parameters'],
      body: schemaIn(operation.requestBody),
      answer: schemaIn((operation.responses as JsonObject)['200']),
    })),
  )
}

function schemaIn(part: Json | undefined): Json | undefined {
  const content = (part as { content?: Record<string, { schema: Json }> } | undefined)?.content
  return content?.['application/json']?.schema
}

function callHtml({ method, path, summary, access, parameters, body, answer }: Operation): string {
  const head = `<span class="method">${method}</span><code>${escapeHtml(path)}</code> ${escapeHtml(summary)}`
  return `<details><summary>${head}</summary><p>For: ${escapeHtml(access)}</p>${parametersHtml(parameters)}${
    schemaHtml('Body', body) + schemaHtml('Answer', answer)
  }</details>`
}

function parametersHtml(parameters: Operation['parameters']): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td>` +
      `<td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<table><tr><th>Parameter</th><th>In</th><th>Schema</th></tr>${rows.join('')}</table>`
}

function schemaHtml(name: string, schema: Json | undefined): string {
  return schema === undefined ? '' : `<p>${name}</p><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
