import DOMPurify, { type Config } from 'dompurify'
import { useLayoutEffect, useMemo, useRef } from 'react'

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

// Class attributes are removed: they refer to the console's own styles, and one could cover the page.
const CONFIG: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'option', 'textarea', 'dialog'],
  FORBID_ATTR: ['class', 'style', 'background', 'srcset'],
}

/** `own`: an administrator; `model`: a model, whose images could leak the conversation to other sites. */
type Writer = 'own' | 'model'

/** Sanitises HTML: removes scripts, forms, overlays, and resources that the CSP blocks. */
function sanitise(html: string, writer: Writer): string {
  DOMPurify.removeAllHooks()
  DOMPurify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'A') openOutside(node)
    else keepLoadable(node, writer)
  })
  return DOMPurify.sanitize(withoutStyles(html), CONFIG)
}

function openOutside(link: Element) {
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer')
}

/** Replaces an image that cannot be loaded with a link to it. Other media lose their address. */
function keepLoadable(node: Element, writer: Writer) {
  if (!mayLoad(node.getAttribute('poster'), writer)) node.removeAttribute('poster')
  const src = node.getAttribute('src')
  if (src === null || mayLoad(src, writer)) return
  if (node.tagName !== 'IMG') {
    node.removeAttribute('src')
    return
  }
  const link = node.ownerDocument.createElement('a')
  link.href = src
  link.textContent = node.getAttribute('alt') || src
  openOutside(link)
  node.replaceWith(link)
}

function mayLoad(address: string | null, writer: Writer) {
  if (address === null || /^data:/i.test(address.trim())) return true
  if (!URL.canParse(address, location.href)) return false
  const { origin, protocol } = new URL(address, location.href)
  return origin === location.origin || (writer === 'own' && protocol === 'https:')
}

/**
 * Removes style elements and renames style attributes before parsing, since the browser reports a CSP
 * violation for each parsed style.
 */
function withoutStyles(html: string) {
  const bare = html.replace(/<style\b[^>]*>.*?<\/style\s*>/gis, '')
  return bare.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/(?<=[\s"'/])style(?=\s*=)/gi, 'data-style'))
}
