import * as z from 'zod/mini'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { relayOperations } from './relay-operations.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

interface About {
  title: string
  version: string
}

/** An OpenAPI 3.1 document of the console's endpoints and of the relayed calls. */
export function openApiDocument(endpoints: Readonly<Record<string, Endpoint>>, about: About): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      ...about,
      description:
        'Console calls answer the envelope {success, message, data}: refusals too, most of them with status 200. ' +
        'Relayed calls answer in the format of their path.',
    },
    paths: { ...paths, ...relayOperations() },
    components: { schemas: sharedSchemas, securitySchemes },
  }
}

/** The same of the relayed calls alone, for those who call with a token. */
export function relayDocument(about: About): JsonObject {
  const { RelayError } = sharedSchemas as { RelayError: JsonObject }
  const { token } = securitySchemes as { token: JsonObject }
  return {
    openapi: '3.1.0',
    info: { ...about, description: 'Calls answer, and are refused, in the format of their path.' },
    paths: relayOperations(),
    components: { schemas: { RelayError }, securitySchemes: { token } },
  }
}

const securitySchemes: JsonObject = {
  session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by logging in' },
  userId: {
    type: 'apiKey',
    in: 'header',
    name: 'New-Api-User',
    description: 'Id of the logged-in user; needed with the session cookie',
  },
  accessToken: { type: 'http', scheme: 'bearer', description: "A user's access token for the console's calls" },
  token: { type: 'http', scheme: 'bearer', description: 'A token (sk-…) for relayed calls' },
}

const sharedSchemas: JsonObject = {
  Failure: {
    type: 'object',
    required: ['success', 'message'],
    properties: {
      success: { const: false },
      message: { type: 'string', description: 'In Chinese, or in English when Accept-Language prefers it' },
      fields: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'What is wrong with which field of the input',
      },
    },
  },
  RelayError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'type'],
        properties: {
          message: { type: 'string' },
          type: { type: 'string' },
          param: { type: ['string', 'null'] },
          code: {
            type: ['string', 'number', 'null'],
            description: 'What Switchyard itself refuses has one of these; an upstream may send its own',
            examples: Object.keys(errors),
          },
        },
      },
    },
  },
}

function operation(name: string, endpoint: Endpoint): JsonObject {
  const { access, summary, params, query, body } = endpoint
  return {
    operationId: name,
    summary,
    tags: [tagOf(endpoint.path)],
    'x-access': access,
    security: access === 'public' ? [] : [{ session: [], userId: [] }, { accessToken: [] }],
    parameters: [...parametersIn('path', params), ...parametersIn('query', query)],
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: inputSchema(body) } } } }
      : {}),
    responses: responses(endpoint),
  }
}

const tagOf = (path: string) => /^\/api\/([^/]+)/.exec(path)?.[1]?.replace('.json', '') ?? 'server'

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined): JsonObject[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, JsonObject>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function responses(endpoint: Endpoint): JsonObject {
  const refusal = { $ref: '#/components/schemas/Failure' }
  if (endpoint.wire === 'raw') return { 200: { description: 'A text, a file or a redirect' } }
  const success = endpoint.wire === 'payment' ? paymentSchema(endpoint) : envelope(endpoint)
  const ok = { description: 'Done, or refused', content: jsonContent({ anyOf: [success, refusal] }) }
  const refused = (description: string) => ({ description, content: jsonContent(refusal) })
  return {
    200: ok,
    ...(endpoint.inputError ? { [errors[endpoint.inputError].status]: refused('Invalid input') } : {}),
    ...(endpoint.access === 'public' ? {} : { 401: refused('Not logged in') }),
    429: refused('Too many requests; Retry-After says how long to wait'),
    500: refused('Internal error'),
    503: refused('The database does not answer'),
  }
}

const jsonContent = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })

function envelope({ reply, beside }: Endpoint): JsonObject {
  const data = outputSchema(reply)
  const properties = { success: { const: true }, message: { type: 'string' }, data, total: { type: 'integer' } }
  const shell: JsonObject = { type: 'object', required: ['success', 'message'], properties }
  return beside ? { allOf: [shell, outputSchema(beside)] } : shell
}

const paymentSchema = ({ reply }: Endpoint): JsonObject => ({
  allOf: [{ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }, outputSchema(reply)],
})

const inputSchema = (schema: z.ZodMiniType) => jsonSchema(schema, 'input')
const outputSchema = (schema: z.ZodMiniType) => jsonSchema(schema, 'output')

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonObject
}
