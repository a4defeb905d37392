import { marked } from 'marked'
import { useMemo } from 'react'
import SanitizedHtml from '../content/sanitized-html.tsx'

/** Renders the Markdown of an incident; HTML in it is sanitised as everywhere. */
export default function IncidentText({ text }: { text: string }) {
  const html = useMemo(() => marked.parse(text, { async: false, gfm: true, breaks: true }), [text])
  return <SanitizedHtml html={html} />
}
