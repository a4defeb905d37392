import DOMPurify from 'dompurify'
import { useMemo } from 'react'

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

/** HTML written by the administrator, without anything that runs, posts, or covers the console. */
export default function SanitizedHtml({ html, className = 'prose' }: { html: string; className?: string }) {
  const safe = useMemo(
    () => DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'input', 'button'] }),
    [html],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div className={className} dangerouslySetInnerHTML={{ __html: safe }} />
}
