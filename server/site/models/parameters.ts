import type { FormatParameters } from '#contract/api/models.ts'
import { CHAT_FORMATS, type ChatFormat, FORMAT_PATHS, type ModelFormat } from '#contract/models.ts'
import { type CallerFormat, callerDialects } from '../../formats/dialects/all.ts'
import type { FieldRule, FieldTable } from '../../formats/dialects/fields.ts'
import { findRule } from '../../formats/dialects/model-rules/find-rule.ts'
import type { ModelRule } from '../../formats/dialects/model-rules/rule.ts'
import { relayEndpoint } from '../../formats/endpoints/endpoints.ts'

/** The dialect of each chat format. */
export const DIALECTS: Record<ChatFormat, CallerFormat> = {
  chat: 'openai',
  responses: 'responses',
  messages: 'anthropic',
  gemini: 'gemini',
  cohere: 'cohere',
}

/** Returns the fields of a request for a model in a format. */
export function parametersOf(model: string, format: ModelFormat): FormatParameters {
  const path = FORMAT_PATHS[format]
  const parameters = isChat(format) ? chatParameters(model, format) : requiredFields(path)
  return { format, path, parameters }
}

/** The values of `reasoning_effort` that a model accepts; undefined = not known. */
export const effortsOf = (model: string): readonly string[] | undefined => findRule(model)?.efforts

const isChat = (format: ModelFormat): format is ChatFormat => (CHAT_FORMATS as readonly string[]).includes(format)

function chatParameters(model: string, format: ChatFormat): string[] {
  const rule = findRule(model)
  const refused = rule ? refusedNames(rule, format) : []
  return fieldNames(callerDialects[DIALECTS[format]].fields).filter((name) => !refused.includes(name))
}

/** The names of the fields that count; those of Gemini's settings with the object that holds them. */
function fieldNames(table: FieldTable): string[] {
  return Object.entries(table).flatMap(([name, rule]) => {
    if (!counts(rule)) return []
    return name === 'generationConfig' ? insideOf(name, rule) : [name]
  })
}

/** Whether a field reaches models of every vendor, or names the service tier that a caller may choose. */
const counts = (rule: FieldRule) =>
  rule.rule !== 'refused' && rule.rule !== 'harmless' && (rule.rule !== 'priced' || rule.tier)

const insideOf = (name: string, rule: FieldRule): string[] =>
  rule.rule === 'within' ? fieldNames(rule.fields).map((field) => `${name}.${field}`) : [name]

/** Names of other formats for parameters of chat completions. */
const OTHER_NAMES: Partial<Record<ChatFormat, Readonly<Record<string, string>>>> = {
  messages: { stop: 'stop_sequences' },
  cohere: { stop: 'stop_sequences', top_p: 'p', top_k: 'k' },
  gemini: {
    stop: 'generationConfig.stopSequences',
    temperature: 'generationConfig.temperature',
    top_p: 'generationConfig.topP',
    top_k: 'generationConfig.topK',
    presence_penalty: 'generationConfig.presencePenalty',
    frequency_penalty: 'generationConfig.frequencyPenalty',
    logprobs: 'generationConfig.responseLogprobs',
    top_logprobs: 'generationConfig.logprobs',
  },
}

function refusedNames({ refuses, efforts }: ModelRule, format: ChatFormat): string[] {
  const names = refuses.map((name) => OTHER_NAMES[format]?.[name] ?? name)
  return format === 'chat' && efforts?.length === 0 ? [...names, 'reasoning_effort'] : names
}

/** Bodies of other operations are passed on as they are: the fields that are checked before. */
function requiredFields(path: string): string[] {
  const endpoint = relayEndpoint(path)
  if (!endpoint) return []
  const { requiredField, alternativeFields = [], nonEmptyFields = {} } = endpoint
  return [...new Set(['model', requiredField, ...alternativeFields, ...Object.keys(nonEmptyFields)])]
}
