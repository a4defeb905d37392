import { EFFORTS, type Effort, type JsonObject } from '../conversation.ts'
import { objectOf } from '../json.ts'
import type { ModelRule, Parameter } from './rule.ts'

/** A request's top-level fields. */
export interface RequestFields {
  has(name: string): boolean
  /** Returns the JSON text of a field; undefined = it is absent. */
  text(name: string): string | undefined
}

/** Changes that a request needs for its model. */
export interface RequestChanges {
  /** Top-level fields with their new JSON text; undefined = the field is removed. */
  edits: Record<string, string | undefined>
  /** Names of fields that are left out or replaced although they would have affected the answer. */
  omitted: string[]
}

/** The formats with parameters at the top level. */
export type AdjustableFormat = 'openai' | 'responses' | 'anthropic'

/** The models' default values: leaving them out changes nothing. */
const DEFAULTS: Partial<Record<Parameter, readonly string[]>> = {
  temperature: ['1', '1.0'],
  top_p: ['1', '1.0'],
  presence_penalty: ['0', '0.0'],
  frequency_penalty: ['0', '0.0'],
  logprobs: ['false'],
  top_logprobs: ['0'],
  logit_bias: ['{}'],
  stop: ['[]', '""'],
  parallel_tool_calls: ['true'],
}

/** Returns the changes that a request needs for a model of a family. */
export function findChanges(rule: ModelRule, fields: RequestFields, format: AdjustableFormat): RequestChanges {
  const fit: RequestChanges = { edits: {}, omitted: [] }
  const effort = adjustEffort(rule, fields, format, fit)
  const isThinking = rule.thinks === 'always' || (effort ? effort !== 'none' : rule.thinks === 'default')
  const refused = isThinking ? [...rule.refuses, ...(rule.refusesThinking ?? [])] : rule.refuses
  for (const name of refused) leaveOut(name, fields, fit)
  if (format === 'responses' && rule.thinks === 'never') removeEncryptedReasoning(fields, fit)
  const given = (rule.exclusive ?? []).filter((name) => fields.has(name))
  for (const name of given.slice(1)) leaveOut(name, fields, fit)
  if (rule.limit && format === 'openai' && fields.has('max_tokens')) {
    fit.edits.max_tokens = undefined
    if (!fields.has(rule.limit)) fit.edits[rule.limit] = fields.text('max_tokens')
  }
  return fit
}

function leaveOut(name: Parameter, fields: RequestFields, { edits, omitted }: RequestChanges): void {
  if (!fields.has(name)) return
  const value = fields.text(name) ?? 'null'
  edits[name] = undefined
  if (value !== 'null' && !DEFAULTS[name]?.includes(value)) omitted.push(name)
}

/** Returns the effort that is sent to the model; undefined = none is sent. */
function adjustEffort(
  rule: ModelRule,
  fields: RequestFields,
  format: AdjustableFormat,
  fit: RequestChanges,
): Effort | undefined {
  if (format === 'anthropic') return undefined
  const requestedEffort =
    format === 'openai' ? parsed(fields.text('reasoning_effort')) : objectOf(parsed(fields.text('reasoning'))).effort
  const effort = EFFORTS.find((known): known is Effort => known === requestedEffort)
  const sentEffort = effort && rule.efforts ? nearestEffort(effort, rule.efforts) : effort
  if (format === 'responses') {
    if (sentEffort !== effort) setEffort(parsed(fields.text('reasoning')), sentEffort, fit)
    return sentEffort
  }
  const needed = rule.toolsWithEffort
  if (needed && hasFunctions(fields) && (sentEffort ?? (rule.thinks === 'default' ? 'medium' : 'none')) !== 'none') {
    fit.edits.reasoning_effort = needed === 'none' ? '"none"' : undefined
    if (effort && effort !== 'none') fit.omitted.push('reasoning_effort')
    return 'none'
  }
  if (sentEffort !== effort) fit.edits.reasoning_effort = sentEffort && JSON.stringify(sentEffort)
  return sentEffort
}

const ENCRYPTED_REASONING = 'reasoning.encrypted_content'

/** Non-reasoning models refuse requests for encrypted reasoning. */
function removeEncryptedReasoning(fields: RequestFields, { edits }: RequestChanges): void {
  const include = parsed(fields.text('include'))
  if (!Array.isArray(include) || !include.includes(ENCRYPTED_REASONING)) return
  const others = include.filter((one) => one !== ENCRYPTED_REASONING)
  edits.include = others.length > 0 ? JSON.stringify(others) : undefined
}

function setEffort(reasoning: unknown, effort: Effort | undefined, { edits }: RequestChanges): void {
  const { effort: _, ...rest } = objectOf(reasoning)
  edits.reasoning = effort ? JSON.stringify({ ...rest, effort }) : undefined
}

/** Returns the effort itself, or the next higher one that the model has, or its highest. */
export function nearestEffort(effort: Effort, efforts: readonly Effort[]): Effort | undefined {
  return efforts.find((known) => EFFORTS.indexOf(known) >= EFFORTS.indexOf(effort)) ?? efforts.at(-1)
}

const hasFunctions = (fields: RequestFields) => fields.has('tools') && fields.text('tools') !== '[]'

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a request that a model of a family accepts. `omit` is called with the names of what is left out. */
export function fitted(
  body: JsonObject,
  rule: ModelRule,
  format: AdjustableFormat,
  omit?: (name: string) => void,
): JsonObject {
  const fields: RequestFields = {
    has: (name) => body[name] !== undefined,
    text: (name) => (body[name] === undefined ? undefined : JSON.stringify(body[name])),
  }
  const { edits, omitted } = findChanges(rule, fields, format)
  for (const name of omitted) omit?.(name)
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in edits)))
  const set = Object.entries(edits).flatMap(([name, text]) => (text === undefined ? [] : [[name, JSON.parse(text)]]))
  return { ...kept, ...Object.fromEntries(set) }
}
