import { wayTo } from '../tokens/chat-links.ts'

/** Opens a client outside the page: a website in a new tab, an app by its URL scheme. */
export function openClient(url: string) {
  if (wayTo(url, location.protocol) === 'app') location.assign(url)
  else window.open(url, '_blank', 'noopener,noreferrer')
}
