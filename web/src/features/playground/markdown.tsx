import { marked } from 'marked'
import { useDeferredValue, useMemo } from 'react'
import SanitizedHtml from '../content/sanitized-html.tsx'

/** A model's Markdown as text with headings, lists and code; whatever HTML it wrote is cleaned like any other. */
export default function Markdown({ text }: { text: string }) {
  const calm = useDeferredValue(text)
  const html = useMemo(() => marked.parse(calm, { async: false, gfm: true, breaks: true }), [calm])
  return <SanitizedHtml html={html} writer="model" className="prose answer" />
}
