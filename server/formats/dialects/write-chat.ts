import type { ChatRequest } from './conversation.ts'
import { Unwritable, type UpstreamDialect, type WriteSettings } from './dialect.ts'
import { argumentSchema, plainSchema } from './function-schemas.ts'
import { objectOf } from './json.ts'
import { checkMediaTypes } from './media-types.ts'
import { withPlainToolNames } from './plain-tool-names.ts'
import { usedUnsupportedSettings } from './settings.ts'
import { withMarkedInstructions } from './system-turns.ts'
import { withSupportedSearch } from './web-search.ts'

/**
 * Writes the body of a chat request for an upstream of another format. `model`: the upstream's name of the model.
 * What the upstream's format cannot express is left out and passed to `settings.omit`. Throws Unwritable if the
 * answer would make no sense without it.
 */
export function writeChat(
  request: ChatRequest,
  upstream: UpstreamDialect,
  model: string,
  settings: WriteSettings,
): object {
  const { knownAs = model, omit } = settings
  if (request.pictures && !upstream.drawsPictures?.(knownAs)) throw new Unwritable('this model draws no pictures')
  if (request.logprobs !== undefined && !upstream.tellsLogprobs)
    throw new Unwritable('logprobs: this model tells no probabilities')
  const turns = upstream.takesSystemTurns?.(knownAs) ? request.turns : withMarkedInstructions(request.turns)
  const { format } = request
  // Most formats refuse instructions alone.
  const isOnlyTold = turns.length === 0 && request.system.length > 0
  const placed = withPlainToolNames({
    ...request,
    ...(isOnlyTold ? { system: [], turns: [{ role: 'user', parts: request.system }] } : { turns }),
    tools: request.tools.map((tool) => ({ ...tool, parameters: argumentSchema(tool.parameters) })),
    ...(format?.kind === 'schema' ? { format: { ...format, schema: objectOf(plainSchema(format.schema)) } } : {}),
  })
  const taken = upstream.mediaTypes?.(knownAs)
  if (taken) checkMediaTypes(request, taken)
  const body = upstream.writeRequest(withSupportedSearch(placed, upstream, knownAs, omit), model, settings)
  if (request.verbosity && !upstream.takesVerbosity?.(knownAs)) omit?.('verbosity')
  if (request.contextManagement && !upstream.managesContext) omit?.('context_management')
  for (const name of usedUnsupportedSettings(request, upstream.unsupportedSettings ?? [])) omit?.(name)
  return body
}
