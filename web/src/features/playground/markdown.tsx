import { marked } from 'marked'
import { useDeferredValue, useMemo } from 'react'
import { sanitise } from '../content/sanitise.ts'

/** A model's Markdown as text with headings, lists and code; whatever HTML it wrote is cleaned like any other. */
export default function Markdown({ text }: { text: string }) {
  const calm = useDeferredValue(text)
  const html = useMemo(() => sanitise(marked.parse(calm, { async: false, gfm: true, breaks: true }), 'model'), [calm])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
