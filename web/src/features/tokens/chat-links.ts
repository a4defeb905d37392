import type { Status } from '#contract/api/site.ts'
import { fullKey } from './export-format.ts'

export interface ChatLink {
  name: string
  /** Template with {key} and {address}. */
  template: string
}

const SETTINGS = '/#/?settings={"key":"{key}","url":"{address}"}'

/** The chat clients an operator configured. The two older single links win over the list, as they do in the options. */
export function chatLinks(status: Pick<Status, 'chats' | 'chat_link' | 'chat_link2'>): ChatLink[] {
  const legacy = [
    { name: 'ChatGPT Next Web', base: status.chat_link },
    { name: 'ChatGPT Next Midjourney', base: status.chat_link2 },
  ].filter((link) => link.base)
  if (legacy.length) return legacy.map(({ name, base }) => ({ name, template: base.replace(/\/+$/, '') + SETTINGS }))
  return status.chats.flatMap((pair) => Object.entries(pair).map(([name, template]) => ({ name, template })))
}

/**
 * The address to open, or null when the configured link cannot be one. Schemes of apps (opencat:, ama:) are allowed,
 * those that would run script in this page are not.
 */
export function chatUrl(template: string, key: string, serverAddress: string): string | null {
  const address = serverAddress.replace(/\/+$/, '').replace(/\/v1$/, '')
  const url = template
    .replaceAll('{key}', () => fullKey(key))
    .replaceAll('{address}', () => encodeURIComponent(address))
  if (!URL.canParse(url)) return null
  return ['javascript:', 'data:', 'blob:', 'vbscript:', 'file:'].includes(new URL(url).protocol) ? null : url
}
