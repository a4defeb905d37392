import { useMemo } from 'react'
import { applyStyles } from './harmless-styles.ts'
import { sanitise } from './sanitise.ts'

/** HTML written by the administrator, without anything that runs, posts, or covers the console. */
export default function SanitizedHtml({ html, className = 'prose' }: { html: string; className?: string }) {
  const safe = useMemo(() => sanitise(html, 'own'), [html])
  // The key, so that another text gets its looks too.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div key={safe} ref={withStyles} className={className} dangerouslySetInnerHTML={{ __html: safe }} />
}

function withStyles(node: HTMLElement | null) {
  if (node) applyStyles(node)
}
