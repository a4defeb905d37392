import { isRecord } from '#contract/is-record.ts'
import { findJsonProblem } from '#web/ui/form/fields/json-check.ts'

/** A function as a request offers it to the model. */
export interface Tool {
  type: 'function'
  function: { name: string; description?: string; parameters?: Record<string, unknown> }
}

export interface JsonSchema {
  name: string
  schema: Record<string, unknown>
  strict?: boolean
  description?: string
}

/** Why a text is not what is expected. `line` and `number` begin with one. */
export type TextProblem =
  | { is: 'json'; line: number }
  | { is: 'list' | 'object' | 'schema' | 'schemaName' }
  | { is: 'tool' | 'toolName' | 'toolTwice'; number: number }

const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Returns what is wrong with the definition of tools; undefined = nothing. An empty text means none. */
export function toolsProblem(text: string): TextProblem | undefined {
  if (text.trim() === '') return undefined
  const syntax = findJsonProblem(text)
  if (syntax) return { is: 'json', line: syntax.line }
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value)) return { is: 'list' }
  const names = new Set<string>()
  for (const [at, entry] of value.entries()) {
    const number = at + 1
    const called = isRecord(entry) ? (isRecord(entry.function) ? entry.function : entry) : undefined
    if (!called || (called.parameters !== undefined && !isRecord(called.parameters))) return { is: 'tool', number }
    if (typeof called.name !== 'string' || !NAME.test(called.name)) return { is: 'toolName', number }
    if (names.has(called.name)) return { is: 'toolTwice', number }
    names.add(called.name)
  }
  return undefined
}

/** Returns the tools of a valid text; functions without their frame get it. */
export function readTools(text: string): Tool[] {
  if (toolsProblem(text) || text.trim() === '') return []
  const entries: (Tool | Tool['function'])[] = JSON.parse(text)
  return entries.map((entry) =>
    'function' in entry ? { ...entry, type: 'function' } : { type: 'function', function: entry },
  )
}

/** Returns what is wrong with the schema of an answer; undefined = nothing. An empty text means none. */
export function schemaProblem(text: string): TextProblem | undefined {
  if (text.trim() === '') return undefined
  const syntax = findJsonProblem(text)
  if (syntax) return { is: 'json', line: syntax.line }
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) return { is: 'object' }
  if (!('schema' in value)) return Object.keys(value).length === 0 ? { is: 'schema' } : undefined
  if (!isRecord(value.schema)) return { is: 'schema' }
  return typeof value.name === 'string' && NAME.test(value.name) ? undefined : { is: 'schemaName' }
}

/** Returns the schema of a valid text; a bare schema gets a name. Undefined = none. */
export function readSchema(text: string): JsonSchema | undefined {
  if (schemaProblem(text) || text.trim() === '') return undefined
  const value = JSON.parse(text)
  return 'schema' in value ? value : { name: 'answer', schema: value }
}

/** What the editors offer while they are empty. */
export const TOOLS_TEMPLATE = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Current weather in a city',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
    },
  },
]
export const SCHEMA_TEMPLATE = {
  name: 'answer',
  strict: true,
  schema: {
    type: 'object',
    properties: { answer: { type: 'string' }, certain: { type: 'boolean' } },
    required: ['answer', 'certain'],
    additionalProperties: false,
  },
}
