import type { Token } from '#contract/api/tokens.ts'
import { isOn, stateOfToken } from '#web/features/tokens/token-status.ts'
import { type ChatLink, chatUrl } from '../tokens/chat-links.ts'

/** The states of a chat page, from the configured clients and the user's tokens. */
export type ChatTarget =
  | { kind: 'none' }
  /** Several links to choose from; `wrong` = the URL has an invalid index. */
  | { kind: 'choice'; wrong: boolean }
  | { kind: 'noToken' }
  | { kind: 'broken'; link: ChatLink }
  | { kind: 'ready'; link: ChatLink; url: string; token: Token }

/** Returns the first token that is usable at `now` (Unix seconds). */
export const firstUsable = (tokens: readonly Token[], now: number) =>
  tokens.find((token) => isOn(stateOfToken(token, now)))

interface Given {
  links: readonly ChatLink[]
  /** The index in the URL; undefined = the only link. */
  id: string | undefined
  tokens: readonly Token[]
  serverAddress: string
  /** Unix seconds. */
  now: number
}

/** Returns the state that a chat page shows. */
export function chatTarget({ links, id, tokens, serverAddress, now }: Given): ChatTarget {
  if (links.length === 0) return { kind: 'none' }
  const link = id === undefined ? (links.length === 1 ? links[0] : undefined) : links[numberOf(id)]
  if (!link) return { kind: 'choice', wrong: id !== undefined }
  const token = firstUsable(tokens, now)
  if (!token) return { kind: 'noToken' }
  const url = chatUrl(link.template, token.key, serverAddress)
  return url ? { kind: 'ready', link, url, token } : { kind: 'broken', link }
}

/** Returns the index of the default link: the first that leads to a website, or else the first. */
export function mainLink(links: readonly ChatLink[]): number {
  return Math.max(
    0,
    links.findIndex(({ template }) => /^\s*https?:/i.test(template)),
  )
}

const numberOf = (id: string) => (/^\d{1,4}$/.test(id) ? Number(id) : -1)
