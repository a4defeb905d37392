import { useLayoutEffect, useMemo, useRef } from 'react'
import { applyStyles } from './harmless-styles.ts'
import { sanitise, type Writer } from './sanitise.ts'

interface Props {
  html: string
  /** Default: the administrator. */
  writer?: Writer
  className?: string
}

/** Renders untrusted HTML without scripts, forms and overlays. */
export default function SanitizedHtml({ html, writer = 'own', className = 'prose' }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const safe = useMemo(() => sanitise(html, writer), [html, writer])
  useLayoutEffect(() => {
    if (safe && place.current) applyStyles(place.current)
  }, [safe])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
  return <div ref={place} className={className} dangerouslySetInnerHTML={{ __html: safe }} />
}
