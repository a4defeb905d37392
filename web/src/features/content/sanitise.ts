import DOMPurify, { type Config } from 'dompurify'

// Classes are those of the console itself: one of them is enough to cover it.
const CONFIG: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'option', 'textarea', 'dialog'],
  FORBID_ATTR: ['class', 'style', 'background', 'srcset'],
}

/** `own`: as the administrator; `model`: as a model, whose pictures would tell other sites what was talked about. */
export type Writer = 'own' | 'model'

/** HTML without anything that runs, posts, covers the console, or asks for what the browser refuses to load. */
export function sanitise(html: string, writer: Writer): string {
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

/** A picture that cannot be loaded becomes a link to it; other media keep no address. */
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

/** The policy of the page has the browser complain of a style as soon as it is read, so it waits under another name. */
function withoutStyles(html: string) {
  const bare = html.replace(/<style\b[^>]*>.*?<\/style\s*>/gis, '')
  return bare.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/(?<=[\s"'/])style(?=\s*=)/gi, 'data-style'))
}
