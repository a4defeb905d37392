import type { JsonObject } from './document.ts'
import { type RelayPath, relayPaths } from './relay-paths.ts'

/** The relayed calls as path items. */
export function relayOperations(): Record<string, JsonObject> {
  const items: Record<string, JsonObject> = {}
  for (const relayed of relayPaths)
    items[relayed.path] = { ...items[relayed.path], [relayed.method]: operation(relayed) }
  return items
}

function operation({ method, path, summary, required, streams, task, open, socket }: RelayPath): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const errorSchema: JsonObject = task ? { type: 'object' } : { $ref: '#/components/schemas/RelayError' }
  const error = { 'application/json': { schema: errorSchema } }
  return {
    operationId: `${method}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: summary.en,
    tags: ['relay'],
    'x-access': open ? 'public' : 'token',
    security: open ? [] : [{ token: [] }],
    parameters: socket ? [...parameters, MODEL] : parameters,
    ...(required
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: task ? taskBody(required) : body(required) } },
          },
        }
      : {}),
    responses: {
      ...(socket
        ? { 101: { description: 'The connection is a WebSocket, on which events of OpenAI’s format go both ways' } }
        : {
            200: {
              description: 'The answer',
              content: {
                [open ? 'image/*' : 'application/json']: { schema: { type: open ? 'string' : 'object' } },
                ...(streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
              },
            },
          }),
      default: { description: 'Refused, or the upstream failed', content: error },
    },
  }
}

const MODEL = { name: 'model', in: 'query', required: true, schema: { type: 'string', maxLength: 255 } }

/** All other fields of the body are passed to the upstream unchanged. */
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

const TASK_LISTS = ['base64Array', 'ids']

/** The same for a task, whose fields are texts and lists of texts. */
function taskBody(required: string[]): JsonObject {
  const properties = Object.fromEntries(
    required.map((name): [string, JsonObject] => [
      name,
      TASK_LISTS.includes(name) ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
    ]),
  )
  return { type: 'object', required, properties, additionalProperties: true }
}
