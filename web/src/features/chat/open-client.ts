import { wayTo } from '../tokens/chat-links.ts'

/** Opens a client outside of the page: a site in a tab of its own, an app by its scheme. */
export function openClient(url: string) {
  if (wayTo(url, location.protocol) === 'app') location.assign(url)
  else window.open(url, '_blank', 'noopener,noreferrer')
}
