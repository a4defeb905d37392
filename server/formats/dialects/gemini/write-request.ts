import type { ChatRequest, JsonObject, Tool } from '../conversation.ts'
import { Unwritable, type WriteSettings } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { findRule } from '../model-rules/find-rule.ts'
import type { Parameter } from '../model-rules/rule.ts'
import { stopsFor } from '../settings.ts'
import { omitSearchOptions } from '../web-search.ts'
import { type ModelFacts, modelFacts } from './models.ts'
import { type Content, writeContents } from './write-contents.ts'
import { hasProperties, openApiSchema } from './write-schema.ts'
import { writeThinking } from './write-thinking.ts'

const MAX_STOPS = 5
export const MAX_CANDIDATES = 8
const MAX_TEMPERATURE = 2

/** Writes a generateContent request: https://ai.google.dev/api/generate-content. The model is in the URL. */
export function writeRequest(request: ChatRequest, model: string, settings: WriteSettings = {}): object {
  const facts = modelFacts(model)
  const instructions = instructionsOf(request, facts)
  const contents = writeContents(request.turns, facts)
  const hasInstructionField = facts.supportsInstructions && contents.length > 0
  if (!hasInstructionField) putFirst(contents, instructions)
  if (contents.length === 0) throw new Unwritable('the conversation has no messages')
  return withoutUndefined({
    contents,
    systemInstruction: hasInstructionField && instructions.length > 0 ? { parts: instructions } : undefined,
    safetySettings: safetySettings(settings.safety ?? 'BLOCK_NONE'),
    generationConfig: nonEmpty(generationConfig(request, model, facts, settings)),
    ...writeTools(request, facts),
    ...writeSearch(request, settings),
  })
}

const nonEmpty = <T extends object>(value: T): T | undefined => (Object.keys(value).length > 0 ? value : undefined)

function putFirst(contents: Content[], instructions: JsonObject[]): void {
  if (instructions.length === 0) return
  const [first] = contents
  const isPlain = first?.role === 'user' && !first.parts.some(({ functionResponse }) => functionResponse !== undefined)
  if (isPlain) first.parts.unshift(...instructions)
  else contents.unshift({ role: 'user', parts: instructions })
}

/** Writes the instructions, including the request for JSON where the model has no setting for it. */
function instructionsOf({ system, format, tools }: ChatRequest, facts: ModelFacts): JsonObject[] {
  const parts = system.filter(({ text }) => text !== '').map(({ text }) => ({ text }))
  if (!format || hasFormats(tools, facts)) return parts
  const jsonInstruction =
    format.kind === 'json'
      ? 'Answer with a single JSON object and nothing else.'
      : `Answer with JSON that fits this JSON schema and nothing else: ${JSON.stringify(format.schema)}`
  return [...parts, { text: jsonInstruction }]
}

const hasFormats = (
  tools: readonly Tool[],
  { supportsJsonWithTools: jsonBesideTools, supportsInstructions: hasInstructions }: ModelFacts,
) => hasInstructions && (jsonBesideTools || tools.length === 0)

const CATEGORIES = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT']

/** https://ai.google.dev/gemini-api/docs/safety-settings */
const safetySettings = (threshold: string) =>
  CATEGORIES.map((category) => ({ category: `HARM_CATEGORY_${category}`, threshold }))

/** Settings that newer models refuse. Clients also send zeros, which have no effect. */
function sometimesRefused(
  request: ChatRequest,
  model: string,
  { fitsParameters, omit, knownAs }: WriteSettings,
): JsonObject {
  const { presencePenalty, frequencyPenalty, logprobs } = request
  const rule = fitsParameters === false ? undefined : findRule(knownAs ?? model)
  const refused = new Set<string>(rule?.refuses)
  const taken = <T>(name: Parameter, value: T | undefined): T | undefined => {
    if (value === undefined || !refused.has(name)) return value
    omit?.(name)
    return undefined
  }
  return {
    presencePenalty: taken('presence_penalty', presencePenalty || undefined),
    frequencyPenalty: taken('frequency_penalty', frequencyPenalty || undefined),
    responseLogprobs: taken('logprobs', logprobs === undefined ? undefined : true),
    logprobs: refused.has('logprobs') ? undefined : logprobs || undefined,
  }
}

function generationConfig(request: ChatRequest, model: string, facts: ModelFacts, settings: WriteSettings): JsonObject {
  const { temperature, topP, topK, maxTokens, candidates = 1, seed } = request
  const stops = stopsFor(request.stop, { most: MAX_STOPS }, settings.omit)
  return withoutUndefined({
    temperature: temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), MAX_TEMPERATURE),
    topP,
    topK,
    maxOutputTokens: maxTokens || undefined,
    candidateCount: candidates > 1 ? Math.min(candidates, MAX_CANDIDATES) : undefined,
    stopSequences: stops.length > 0 ? stops : undefined,
    seed,
    ...sometimesRefused(request, model, settings),
    ...responseFormat(request, facts),
    responseModalities: facts.generatesImages || request.pictures ? ['TEXT', 'IMAGE'] : undefined,
    thinkingConfig: writeThinking(request.reasoning, facts),
  })
}

/** https://ai.google.dev/gemini-api/docs/structured-output */
function responseFormat({ format, tools }: ChatRequest, facts: ModelFacts): JsonObject {
  if (!format || !hasFormats(tools, facts)) return {}
  const mime = { responseMimeType: 'application/json' }
  if (format.kind === 'json') return mime
  return facts.jsonSchemas
    ? { ...mime, responseJsonSchema: format.schema }
    : { ...mime, responseSchema: openApiSchema(format.schema) }
}

/** https://ai.google.dev/gemini-api/docs/function-calling */
function writeTools({ tools, toolChoice }: ChatRequest, { jsonSchemas }: ModelFacts): JsonObject {
  if (tools.length === 0) return {}
  const functionDeclarations = tools.map(({ name, description, parameters }) => {
    const hasArguments = hasProperties(parameters) || parameters.$ref !== undefined
    const written = jsonSchemas ? { parametersJsonSchema: parameters } : { parameters: openApiSchema(parameters) }
    return withoutUndefined({ name, description, ...(hasArguments ? written : {}) })
  })
  const toolConfig = toolChoice && { functionCallingConfig: callingConfig(toolChoice) }
  return { tools: [{ functionDeclarations }], ...(toolConfig ? { toolConfig } : {}) }
}

/** https://ai.google.dev/gemini-api/docs/google-search */
function writeSearch({ webSearch }: ChatRequest, { omit }: WriteSettings): JsonObject {
  if (!webSearch) return {}
  omitSearchOptions(webSearch, omit, 'maxUses', 'location', 'allowedDomains', 'blockedDomains')
  return { tools: [{ googleSearch: {} }] }
}

/**
 * Supported from Gemini 2 on, but not together with functions, which many models refuse, nor for a JSON answer
 * where they refuse that.
 */
export const searchesWeb = ({ tools, format }: ChatRequest, model: string) =>
  /gemini-(?:[2-9]|\d\d)/i.test(model) &&
  !/image|tts|audio|embedding|computer-use/i.test(model) &&
  tools.length === 0 &&
  (!format || modelFacts(model).supportsJsonWithTools)

const MODES = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const

function callingConfig(choice: NonNullable<ChatRequest['toolChoice']>) {
  if (typeof choice === 'string') return { mode: MODES[choice] }
  return { mode: 'ANY', allowedFunctionNames: [choice.name] }
}
