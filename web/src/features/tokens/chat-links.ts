import i18next from 'i18next'
import type { Status } from '#contract/api/site.ts'
import { fillChatLink, isChatAddress, startsApp } from '#contract/chat-address.ts'
import { fullKey } from '#web/lib/api-key.ts'
import { shownName } from '#web/lib/default-names.ts'

export interface ChatLink {
  name: string
  /** URL template with {key} and {address}. */
  template: string
}

type ChatStatus = Partial<Pick<Status, 'chats' | 'chat_link' | 'chat_link2'>>

const SETTINGS = '/#/?settings={"key":"{key}","url":"{address}"}'

/** Returns the configured chat clients. The two legacy single links take precedence over the list. */
export function chatLinks(
  { chats = [], chat_link = '', chat_link2 = '' }: ChatStatus,
  language = i18next.language,
): ChatLink[] {
  const legacy = [
    { name: 'ChatGPT Next Web', base: chat_link },
    { name: 'ChatGPT Next Midjourney', base: chat_link2 },
  ].filter((link) => link.base)
  if (legacy.length) return legacy.map(({ name, base }) => ({ name, template: base.replace(/\/+$/, '') + SETTINGS }))
  return chats.flatMap((pair) =>
    Object.entries(pair).map(([name, template]) => ({ name: shownName(name, language), template })),
  )
}

/** Returns the clients that the navigation lists by name; legacy single links share one entry. */
export const namedChats = (status: ChatStatus): ChatLink[] =>
  status.chat_link || status.chat_link2 ? [] : chatLinks(status)

/** Returns the URL to open, or null when the configured link is invalid or its scheme is neither web nor app. */
export function chatUrl(template: string, key: string, serverAddress: string): string | null {
  const address = serverAddress.replace(/\/+$/, '').replace(/\/v1$/, '')
  const url = fillChatLink(template, fullKey(key), address)
  return isChatAddress(url) ? url : null
}

/**
 * Returns how to open a client: embedded in the page, in a new tab (browsers block sites without TLS inside
 * pages with TLS), or as an app.
 */
export function wayTo(url: string, pageProtocol: string): 'frame' | 'tab' | 'app' {
  if (startsApp(url)) return 'app'
  return new URL(url).protocol === 'http:' && pageProtocol === 'https:' ? 'tab' : 'frame'
}

/** Returns the displayed identity of a client: the host of a site, the scheme of an app. */
export function siteOf(url: string): string {
  const { protocol, host } = new URL(url)
  return startsApp(url) ? `${protocol}//` : host
}
