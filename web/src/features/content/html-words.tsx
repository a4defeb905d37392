import { createElement, Fragment, type ReactNode } from 'react'

/** Elements that structure text. */
const KEPT = /^(?:p|br|hr|h[1-6]|ul|ol|li|b|strong|em|i|code|pre|blockquote|table|tbody|thead|tr|t[hd]|div)$/

/** Renders the text of some HTML in its paragraphs, headings and lists until the sanitiser is loaded. */
export function HtmlWords({ html, className }: { html: string; className: string }) {
  // Removes styles first: parsing them triggers CSP reports in the browser, even in an inert document.
  const bare = html.replace(/<(style|script)\b.*?<\/\1\s*>/gis, '').replace(/<(\w+)[^>]*>/g, '<$1>')
  const { body } = new DOMParser().parseFromString(bare, 'text/html')
  return <div className={className}>{wordsOf(body)}</div>
}

function wordsOf(node: Node): ReactNode {
  return [...node.childNodes].map((child, place) => {
    if (!(child instanceof Element)) return child instanceof Text && child.data
    const name = child.localName
    return createElement(
      KEPT.test(name) ? name : Fragment,
      { key: place },
      child.hasChildNodes() ? wordsOf(child) : null,
    )
  })
}
