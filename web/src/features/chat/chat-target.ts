import type { Token } from '#contract/api/tokens.ts'
import { isOn, stateOfToken } from '#web/features/tokens/token-status.ts'
import { type ChatLink, chatUrl } from '../tokens/chat-links.ts'

/** What a chat page can do with what the operator has configured and the reader has. */
export type ChatTarget =
  | { kind: 'none' }
  /** The links that there are, to choose from; `wrong` when the address names another. */
  | { kind: 'choice'; wrong: boolean }
  | { kind: 'noToken' }
  | { kind: 'broken'; link: ChatLink }
  | { kind: 'ready'; link: ChatLink; url: string; token: Token }

/** The first of the tokens that may be used at the moment `now` (Unix seconds). */
export const firstUsable = (tokens: readonly Token[], now: number) =>
  tokens.find((token) => isOn(stateOfToken(token, now)))

interface Given {
  links: readonly ChatLink[]
  /** Which of them is asked for, from the address; undefined stands for the only one. */
  id: string | undefined
  tokens: readonly Token[]
  serverAddress: string
  /** Unix seconds. */
  now: number
}

/** Decides what a chat page shows. */
export function chatTarget({ links, id, tokens, serverAddress, now }: Given): ChatTarget {
  if (links.length === 0) return { kind: 'none' }
  const link = id === undefined ? (links.length === 1 ? links[0] : undefined) : links[numberOf(id)]
  if (!link) return { kind: 'choice', wrong: id !== undefined }
  const token = firstUsable(tokens, now)
  if (!token) return { kind: 'noToken' }
  const url = chatUrl(link.template, token.key, serverAddress)
  return url ? { kind: 'ready', link, url, token } : { kind: 'broken', link }
}

/** The link that is opened without being asked for by number: the first to a site, else the first. */
export function mainLink(links: readonly ChatLink[]): number {
  return Math.max(
    0,
    links.findIndex(({ template }) => /^\s*https?:/i.test(template)),
  )
}

const numberOf = (id: string) => (/^\d{1,4}$/.test(id) ? Number(id) : -1)
