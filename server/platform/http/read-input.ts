import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { type ErrorCode, isErrorCode } from '#contract/errors.ts'
import { isTooDeep } from '#contract/json-depth.ts'
import { ApiError } from '../errors/api-error.ts'
import { TOO_DEEP } from '../json/parse-json.ts'
import type { Context } from './context.ts'
import { readArrivingBody } from './read-body.ts'

/** Largest body of a console call: a channel may contain thousands of keys. */
export const MAX_CALL_BYTES = 4 * 1024 * 1024

type Texts = Record<string, string>

/**
 * Returns the declared parts of a request, parsed by the endpoint's schemas; `ownQuery` puts another query in its
 * words first. Throws an ApiError that names the wrong fields.
 */
export async function readInput(endpoint: Endpoint, c: Context, ownQuery: (query: Texts) => Texts = (query) => query) {
  try {
    return {
      params: endpoint.params && parse(endpoint.params, rejectNul(c.req.param())),
      query: endpoint.query && parse(endpoint.query, ownQuery(rejectNul(c.req.query()))),
      body: endpoint.body && parse(endpoint.body, await readJson(c, endpoint.maxBodyBytes)),
    }
  } catch (error) {
    const isPlain = error instanceof ApiError && error.code === 'invalid_parameters'
    throw isPlain && endpoint.inputError ? new ApiError(endpoint.inputError, {}, error.fields) : error
  }
}

/** PostgreSQL stores no NUL characters, and no real input contains them. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

function rejectNul(texts: Texts): Texts {
  if (Object.values(texts).some((text) => text.includes('\0'))) throw new ApiError('invalid_parameters')
  return texts
}

async function readJson(c: Context, maxBytes = MAX_CALL_BYTES): Promise<unknown> {
  const text = new TextDecoder().decode(await readArrivingBody(c.req.raw, maxBytes))
  if (isTooDeep(text)) throw new ApiError('body_invalid', { detail: TOO_DEEP })
  if (ESCAPED_NUL.test(text)) throw new ApiError('invalid_parameters')
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_parameters')
  }
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw toInputError(result.error.issues)
}

/**
 * Converts schema issues: a message that is a code of the registry becomes the field's error; all others become
 * invalid_parameters.
 */
function toInputError(issues: readonly { path: PropertyKey[]; message: string }[]): ApiError {
  const codes = issues.map(({ path, message }): [string, ErrorCode] => [
    String(path[0] ?? ''),
    isErrorCode(message) ? message : 'invalid_parameters',
  ])
  const first = codes.find(([, code]) => code !== 'invalid_parameters')?.[1] ?? 'invalid_parameters'
  const fields = codes.filter(([field]) => field !== '').reverse()
  return new ApiError(first, {}, Object.fromEntries(fields))
}
