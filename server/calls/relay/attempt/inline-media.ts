import { isRecord } from '#contract/is-record.ts'
import type { ChatRequest, InlineMedia, Part, ResultPart } from '../../../formats/dialects/conversation.ts'
import { BadRequest } from '../../../formats/dialects/dialect.ts'
import { type FetchMedia, MediaError } from '../../../formats/media/fetch-media.ts'
import type { CallRun } from '../call/call-run.ts'

interface InlinedCall {
  body: Pick<CallRun['body'], 'bytes'>
  call: Pick<CallRun['call'], 'signal'>
}

/** Media that could not be fetched for a conversation: they are not fetched again for another channel. */
const failures = new WeakMap<ChatRequest, BadRequest>()

/**
 * Returns the conversation with all media inlined that it names by URL, so that each is fetched once for all
 * channels. Throws BadRequest with the part that could not be fetched: that is the caller's error.
 */
export async function inlineMedia(
  conversation: ChatRequest,
  { body, call }: InlinedCall,
  fetchMedia: FetchMedia,
): Promise<ChatRequest> {
  const urls = conversation.turns.flatMap(({ parts }) => parts.flatMap(urlsIn))
  if (urls.length === 0) return conversation
  const failure = failures.get(conversation)
  if (failure) throw failure
  try {
    return replaceMedia(conversation, await fetchMedia(urls, call.signal))
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const field = pathOf(JSON.parse(body.bytes.toString('utf8')), error.url) ?? 'body'
    const told = new BadRequest(field, error.problem)
    failures.set(conversation, told)
    throw told
  }
}

function urlsIn(part: Part): string[] {
  if (part.kind === 'tool_result') return part.content.flatMap(urlsIn)
  return (part.kind === 'image' || part.kind === 'file') && 'url' in part.source ? [part.source.url] : []
}

function replaceMedia(conversation: ChatRequest, media: ReadonlyMap<string, InlineMedia>): ChatRequest {
  const fill = <P extends Part>(part: P): P => {
    if (part.kind === 'tool_result') {
      const content = part.content.map((inner: ResultPart) => fill(inner))
      return { ...part, content }
    }
    const inside = 'source' in part && 'url' in part.source ? media.get(part.source.url) : undefined
    return inside ? { ...part, source: inside } : part
  }
  const turns = conversation.turns.map((turn) => ({ ...turn, parts: turn.parts.map(fill) }))
  return { ...conversation, turns }
}

/** Returns the path of a text in a JSON value, such as `messages[0].content[1].image_url.url`. */
export function pathOf(value: unknown, text: string, path = ''): string | undefined {
  if (value === text) return path
  const inner = Array.isArray(value)
    ? value.map((item, index) => [`${path}[${index}]`, item] as const)
    : isRecord(value)
      ? Object.entries(value).map(([name, item]) => [path ? `${path}.${name}` : name, item] as const)
      : []
  for (const [place, item] of inner) {
    const found = pathOf(item, text, place)
    if (found !== undefined) return found
  }
  return undefined
}
