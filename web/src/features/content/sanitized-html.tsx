import { useLayoutEffect, useMemo, useRef } from 'react'
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

/** The CSS properties that change the look of text without moving it. */
const HARMLESS = [
  'color',
  'background-color',
  'font-size',
  'font-style',
  'font-weight',
  'text-align',
  'text-decoration-line',
]

/** Applies the styles that `sanitise` has put aside. They are set through the DOM, which the CSP allows. */
function applyStyles(root: Element) {
  for (const node of root.querySelectorAll<HTMLElement>('[data-style]')) {
    const wanted = document.createElement('i').style
    wanted.cssText = node.dataset.style ?? ''
    for (const name of HARMLESS) node.style.setProperty(name, wanted.getPropertyValue(name))
  }
}
