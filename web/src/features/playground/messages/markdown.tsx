import { marked } from 'marked'
import { useDeferredValue, useMemo } from 'react'
import SanitizedHtml from '#web/features/content/sanitized-html.tsx'

/** Renders a model's Markdown with headings, lists and code; HTML in it is sanitised as everywhere. */
export default function Markdown({ text }: { text: string }) {
  const calm = useDeferredValue(text)
  const html = useMemo(() => marked.parse(calm, { async: false, gfm: true, breaks: true }), [calm])
  return <SanitizedHtml html={html} writer="model" className="prose answer" />
}
