import { EFFORTS, type Effort, type JsonObject } from '../conversation.ts'
import { objectOf } from '../json.ts'
import type { ModelRule, Parameter } from './rule.ts'

/** A request's top-level fields. */
export interface RequestFields {
  has(name: string): boolean
  /** The JSON text of a field; undefined = it has none. */
  text(name: string): string | undefined
}

/** What must be different in a request for its model. */
export interface Fitting {
  /** Top-level fields to set to JSON texts, or with undefined to leave out. */
  edits: Record<string, string | undefined>
  /** Names of fields that are left out or replaced although they would have changed the answer. */
  omitted: string[]
}

/** The formats in which parameters stand at the top level. */
export type FittedFormat = 'openai' | 'responses' | 'anthropic'

/** Values that a model has anyway: to leave them out changes nothing. */
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

/** What a request must not say to a model of a family. */
export function fitting(rule: ModelRule, fields: RequestFields, format: FittedFormat): Fitting {
  const fit: Fitting = { edits: {}, omitted: [] }
  const effort = fitEffort(rule, fields, format, fit)
  const isThinking = rule.thinks === 'always' || (effort ? effort !== 'none' : rule.thinks === 'default')
  const refused = isThinking ? [...rule.refuses, ...(rule.refusesThinking ?? [])] : rule.refuses
  for (const name of refused) leaveOut(name, fields, fit)
  if (format === 'responses' && rule.thinks === 'never') withoutSealedReasoning(fields, fit)
  const given = (rule.exclusive ?? []).filter((name) => fields.has(name))
  for (const name of given.slice(1)) leaveOut(name, fields, fit)
  if (rule.limit && format === 'openai' && fields.has('max_tokens')) {
    fit.edits.max_tokens = undefined
    if (!fields.has(rule.limit)) fit.edits[rule.limit] = fields.text('max_tokens')
  }
  return fit
}

function leaveOut(name: Parameter, fields: RequestFields, { edits, omitted }: Fitting): void {
  if (!fields.has(name)) return
  const value = fields.text(name) ?? 'null'
  edits[name] = undefined
  if (value !== 'null' && !DEFAULTS[name]?.includes(value)) omitted.push(name)
}

/** Returns the effort that the model is asked for; undefined = it is not told. */
function fitEffort(rule: ModelRule, fields: RequestFields, format: FittedFormat, fit: Fitting): Effort | undefined {
  if (format === 'anthropic') return undefined
  const asked =
    format === 'openai' ? parsed(fields.text('reasoning_effort')) : objectOf(parsed(fields.text('reasoning'))).effort
  const effort = EFFORTS.find((known): known is Effort => known === asked)
  const fitted = effort && rule.efforts ? nearest(effort, rule.efforts) : effort
  if (format === 'responses') {
    if (fitted !== effort) setEffort(parsed(fields.text('reasoning')), fitted, fit)
    return fitted
  }
  const needed = rule.toolsWithEffort
  if (needed && hasFunctions(fields) && (fitted ?? (rule.thinks === 'default' ? 'medium' : 'none')) !== 'none') {
    fit.edits.reasoning_effort = needed === 'none' ? '"none"' : undefined
    if (effort && effort !== 'none') fit.omitted.push('reasoning_effort')
    return 'none'
  }
  if (fitted !== effort) fit.edits.reasoning_effort = fitted && JSON.stringify(fitted)
  return fitted
}

const SEALED_REASONING = 'reasoning.encrypted_content'

/** Models that do not reason refuse to be asked for their reasoning. */
function withoutSealedReasoning(fields: RequestFields, { edits }: Fitting): void {
  const include = parsed(fields.text('include'))
  if (!Array.isArray(include) || !include.includes(SEALED_REASONING)) return
  const others = include.filter((one) => one !== SEALED_REASONING)
  edits.include = others.length > 0 ? JSON.stringify(others) : undefined
}

function setEffort(reasoning: unknown, effort: Effort | undefined, { edits }: Fitting): void {
  const { effort: _, ...rest } = objectOf(reasoning)
  edits.reasoning = effort ? JSON.stringify({ ...rest, effort }) : undefined
}

/** The word itself, else the next one above that the model has, else its last. */
export function nearest(effort: Effort, efforts: readonly Effort[]): Effort | undefined {
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

/** A request as a model of a family takes it. `omit` gets the names of what is left out. */
export function fitted(
  body: JsonObject,
  rule: ModelRule,
  format: FittedFormat,
  omit?: (name: string) => void,
): JsonObject {
  const fields: RequestFields = {
    has: (name) => body[name] !== undefined,
    text: (name) => (body[name] === undefined ? undefined : JSON.stringify(body[name])),
  }
  const { edits, omitted } = fitting(rule, fields, format)
  for (const name of omitted) omit?.(name)
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in edits)))
  const set = Object.entries(edits).flatMap(([name, text]) => (text === undefined ? [] : [[name, JSON.parse(text)]]))
  return { ...kept, ...Object.fromEntries(set) }
}
