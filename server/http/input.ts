import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { type ErrorCode, isErrorCode } from '#contract/errors.ts'
import { Failure } from '../errors/api-error.ts'
import type { Context } from './context.ts'

/** The declared parts of a request, parsed by the endpoint's schemas. Throws a Failure that names the wrong fields. */
export async function readInput(endpoint: Endpoint, c: Context) {
  try {
    return {
      params: endpoint.params && parse(endpoint.params, withoutNul(c.req.param())),
      query: endpoint.query && parse(endpoint.query, withoutNul(c.req.query())),
      body: endpoint.body && parse(endpoint.body, await readJson(c)),
    }
  } catch (error) {
    const isPlain = error instanceof Failure && error.code === 'invalid_parameters'
    throw isPlain && endpoint.inputError ? new Failure(endpoint.inputError, {}, error.fields) : error
  }
}

/** PostgreSQL stores no NUL characters, and nobody means them. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

function withoutNul(texts: Record<string, string>): Record<string, string> {
  if (Object.values(texts).some((text) => text.includes('\0'))) throw new Failure('invalid_parameters')
  return texts
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (ESCAPED_NUL.test(text)) throw new Failure('invalid_parameters')
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('invalid_parameters')
  }
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(result.error.issues)
}

/** An issue whose message is a code of the registry says what is wrong; all others are just invalid. */
function invalid(issues: readonly { path: PropertyKey[]; message: string }[]): Failure {
  const codes = issues.map(({ path, message }): [string, ErrorCode] => [
    String(path[0] ?? ''),
    isErrorCode(message) ? message : 'invalid_parameters',
  ])
  const first = codes.find(([, code]) => code !== 'invalid_parameters')?.[1] ?? 'invalid_parameters'
  const fields = codes.filter(([field]) => field !== '').reverse()
  return new Failure(first, {}, Object.fromEntries(fields))
}
