import type { Status } from '#contract/api/site.ts'
import { fillChatLink, isChatAddress, startsApp } from '#contract/chat-address.ts'
import { fullKey } from '#web/features/tokens/export-format.ts'

export interface ChatLink {
  name: string
  /** Template with {key} and {address}. */
  template: string
}

type ChatStatus = Partial<Pick<Status, 'chats' | 'chat_link' | 'chat_link2'>>

const SETTINGS = '/#/?settings={"key":"{key}","url":"{address}"}'

/** The chat clients an operator configured. The two older single links win over the list, as they do in the options. */
export function chatLinks({ chats = [], chat_link = '', chat_link2 = '' }: ChatStatus): ChatLink[] {
  const legacy = [
    { name: 'ChatGPT Next Web', base: chat_link },
    { name: 'ChatGPT Next Midjourney', base: chat_link2 },
  ].filter((link) => link.base)
  if (legacy.length) return legacy.map(({ name, base }) => ({ name, template: base.replace(/\/+$/, '') + SETTINGS }))
  return chats.flatMap((pair) => Object.entries(pair).map(([name, template]) => ({ name, template })))
}

/** The clients that the navigation lists by name; the older single links are reached as one. */
export const namedChats = (status: ChatStatus): ChatLink[] =>
  status.chat_link || status.chat_link2 ? [] : chatLinks(status)

/** The address to open, or null when the configured link cannot be one or is of a scheme that is neither web nor app. */
export function chatUrl(template: string, key: string, serverAddress: string): string | null {
  const address = serverAddress.replace(/\/+$/, '').replace(/\/v1$/, '')
  const url = fillChatLink(template, fullKey(key), address)
  return isChatAddress(url) ? url : null
}

/**
 * How a client is reached from a page: inside it, in a tab of its own (browsers keep sites without TLS out of pages with
 * it), or as an app.
 */
export function wayTo(url: string, pageProtocol: string): 'frame' | 'tab' | 'app' {
  if (startsApp(url)) return 'app'
  return new URL(url).protocol === 'http:' && pageProtocol === 'https:' ? 'tab' : 'frame'
}

/** What the reader is told the client is: the host of a site, the scheme of an app. */
export function siteOf(url: string): string {
  const { protocol, host } = new URL(url)
  return startsApp(url) ? `${protocol}//` : host
}
