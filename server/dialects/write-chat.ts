import type { ChatRequest } from './conversation.ts'
import type { UpstreamDialect, WriteSettings } from './dialect.ts'
import { checkMediaTypes } from './media-types.ts'
import { unsaidSettings } from './settings.ts'
import { withFittingSearch } from './web-search.ts'

/**
 * The body of a chat for an upstream that speaks another format than the caller. `model` as the upstream calls it. What
 * the upstream's format cannot say is left out and given to `settings.omit`. Throws Unwritable where the answer would
 * make no sense without it.
 */
export function writeChat(
  request: ChatRequest,
  upstream: UpstreamDialect,
  model: string,
  settings: WriteSettings,
): object {
  const { knownAs = model, omit } = settings
  const taken = upstream.mediaTypes?.(knownAs)
  if (taken) checkMediaTypes(request, taken)
  const body = upstream.writeRequest(withFittingSearch(request, upstream, knownAs, omit), model, settings)
  for (const name of unsaidSettings(request, upstream.unsaid ?? [])) omit?.(name)
  return body
}
