import { createElement, Fragment, lazy, type ReactNode, Suspense } from 'react'

const SanitizedHtml = lazy(() => import('./sanitized-html.tsx'))

const KEPT = 'p|br|hr|h[1-6]|ul|ol|li|b|strong|em|i|code|pre|blockquote|table|tbody|thead|tr|t[hd]|div'
/** Elements that structure text. */
const IS_KEPT = new RegExp(`^(?:${KEPT})$`)
/** Text, and markup with no attribute but the address of a link: what Markdown without images gives. */
const IS_PLAIN = new RegExp(`^(?:[^<]|</?(?:${KEPT})\\s*/?>|<a href="(?:https?://|mailto:|/)[^"<>]*">|</a>)*$`)

/** Renders an administrator's HTML. Loads the sanitiser only for markup that needs it, and shows the words until then. */
export function SiteHtml({ html, className = 'prose' }: { html: string; className?: string }) {
  if (IS_PLAIN.test(html)) return <HtmlWords html={html} className={className} />
  const words = <HtmlWords html={html.replace(/<(\w+)[^>]*>/g, '<$1>')} className={className} />
  return (
    <Suspense fallback={words}>
      <SanitizedHtml html={html} className={className} />
    </Suspense>
  )
}

function HtmlWords({ html, className }: { html: string; className: string }) {
  // Removes styles first: parsing them triggers CSP reports in the browser, even in an inert document.
  const { body } = new DOMParser().parseFromString(html.replace(/<(style|script)\b.*?<\/\1\s*>/gis, ''), 'text/html')
  return <div className={className}>{wordsOf(body)}</div>
}

function wordsOf(node: Node): ReactNode {
  return [...node.childNodes].map((child, place) => {
    if (!(child instanceof Element)) return child instanceof Text && child.data
    const words = child.hasChildNodes() ? wordsOf(child) : null
    const href = child.getAttribute('href')
    if (href !== null) return createElement('a', { key: place, href, target: '_blank', rel: 'noopener' }, words)
    return createElement(IS_KEPT.test(child.localName) ? child.localName : Fragment, { key: place }, words)
  })
}
