import type { JsonObject } from './document.ts'
import { type RelayPath, relayPaths } from './relay-paths.ts'

/** The relayed calls as path items. */
export function relayOperations(): Record<string, JsonObject> {
  const items: Record<string, JsonObject> = {}
  for (const relayed of relayPaths)
    items[relayed.path] = { ...items[relayed.path], [relayed.method]: operation(relayed) }
  return items
}

function operation({ method, path, summary, required, streams }: RelayPath): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/RelayError' } } }
  return {
    operationId: `${method}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary,
    tags: ['relay'],
    'x-access': 'token',
    security: [{ token: [] }],
    parameters,
    ...(required
      ? { requestBody: { required: true, content: { 'application/json': { schema: body(required) } } } }
      : {}),
    responses: {
      200: {
        description: 'The answer',
        content: {
          'application/json': { schema: { type: 'object' } },
          ...(streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
        },
      },
      default: { description: 'Refused, or the upstream failed', content: error },
    },
  }
}

/** Everything else in the body goes to the upstream as it is. */
function body(required: string[]): JsonObject {
  const known: JsonObject = {
    model: { type: 'string' },
    messages: { type: 'array', items: { type: 'object' } },
    prompt: { type: ['string', 'array'] },
    input: { type: ['string', 'array'] },
    stream: { type: 'boolean' },
    max_tokens: { type: 'integer', minimum: 0 },
  }
  const properties = Object.fromEntries(
    [...required, 'stream', 'max_tokens'].map((name): [string, JsonObject] => [
      name,
      (known[name] ?? {}) as JsonObject,
    ]),
  )
  return { type: 'object', required, properties, additionalProperties: true }
}
