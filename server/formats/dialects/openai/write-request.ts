import type { ChatRequest, Effort, FilePart, JsonObject, Media, Part, Tool, Turn } from '../conversation.ts'
import { Unwritable, type WriteSettings } from '../dialect.ts'
import { strictnessOf } from '../function-schemas.ts'
import { NO_SIGNATURE } from '../gemini/write-contents.ts'
import { withoutUndefined } from '../json.ts'
import { fileText, isPicture, toDataUrl } from '../media-types.ts'
import { fitted } from '../model-rules/adjust-request.ts'
import { findRule, plainName } from '../model-rules/find-rule.ts'
import type { ModelRule } from '../model-rules/rule.ts'
import { stopsFor } from '../settings.ts'
import { shortenId, toMistralId } from '../tool-ids.ts'
import { toSchemaName } from '../tool-names.ts'
import { stateValueFor, type VendorState } from '../vendor-state.ts'
import { omitSearchOptions } from '../web-search.ts'
import { isOpenAIModel, type ModelFacts, modelFacts, takesVerbosity } from './models.ts'
import { signatureContent } from './write-answer.ts'

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-stop */
const MAX_STOPS = 4

/**
 * OpenAI and its followers refuse longer user names. Those of Anthropic's clients are longer; they do not affect
 * the answer.
 */
const MAX_USER_LENGTH = 64

/** Writes a chat completion request: https://platform.openai.com/docs/api-reference/chat/create */
export function writeRequest(request: ChatRequest, model: string, settings: WriteSettings = {}): object {
  const { maxTokens, tools, system, turns } = request
  const name = settings.knownAs ?? model
  const stop = stopsFor(request.stop, isOpenAIModel(name) ? { most: MAX_STOPS } : {}, settings.omit)
  const facts = modelFacts(name)
  const rule = findRule(name)
  const text = system.map((part) => part.text).join('\n\n')
  const body = withoutUndefined({
    model,
    messages: [
      ...(text ? [{ role: 'system', content: text }] : []),
      ...turns.flatMap((turn) => writeTurn(turn, facts)),
    ],
    ...(request.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    max_tokens: maxTokens,
    temperature: request.temperature,
    top_p: request.topP,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    stop: stop.length > 0 ? stop : undefined,
    seed: request.seed,
    n: request.candidates,
    logprobs: request.logprobs === undefined ? undefined : true,
    top_logprobs: request.logprobs || undefined,
    response_format: writeFormat(request.format, settings.omit),
    ...writeReasoning(request.reasoning, rule),
    verbosity: takesVerbosity(name) ? request.verbosity : undefined,
    tools: tools.length > 0 ? tools.map((tool, index) => writeTool(tool, index, settings.omit)) : undefined,
    tool_choice: tools.length > 0 ? writeToolChoice(request.toolChoice) : undefined,
    parallel_tool_calls: tools.length > 0 ? request.parallelToolCalls : undefined,
    user: request.user && request.user.length <= MAX_USER_LENGTH ? request.user : undefined,
    prompt_cache_key: settings.cacheKeyOf?.(request),
    modalities: request.pictures ? ['text', 'image'] : undefined,
    ...writeSearch(request, name, settings),
  })
  return rule && settings.fitsParameters !== false ? fitted(body, rule, 'openai', settings.omit) : body
}

/** Models that search for each answer. */
const SEARCH_MODELS = /^gpt-[^/]*-search-(?:preview|api)|^sonar/
export const searchesWeb = (_request: ChatRequest, model: string) => SEARCH_MODELS.test(plainName(model))

/** https://platform.openai.com/docs/guides/tools-web-search, https://docs.perplexity.ai/guides/search-domain-filters */
function writeSearch({ webSearch }: ChatRequest, name: string, { omit }: WriteSettings): JsonObject {
  if (!webSearch) return {}
  const { allowedDomains, blockedDomains, location } = webSearch
  const isPerplexity = plainName(name).startsWith('sonar')
  omitSearchOptions(
    webSearch,
    omit,
    'maxUses',
    ...(isPerplexity ? [] : (['allowedDomains', 'blockedDomains'] as const)),
  )
  const approximate = isPerplexity ? location : location && { type: 'approximate', approximate: location }
  return withoutUndefined({
    web_search_options: approximate || !isPerplexity ? withoutUndefined({ user_location: approximate }) : undefined,
    search_domain_filter: allowedDomains ?? blockedDomains?.map((domain) => `-${domain}`),
  })
}

function writeTool({ name, description, parameters, strict }: Tool, index: number, omit: WriteSettings['omit']) {
  const kept = strictnessOf(parameters, strict, () => omit?.(`tools[${index}].strict`))
  return { type: 'function', function: withoutUndefined({ name, description, parameters, strict: kept }) }
}

function writeToolChoice(choice: ChatRequest['toolChoice']) {
  return typeof choice === 'object' ? { type: 'function', function: { name: choice.name } } : choice
}

function writeFormat(format: ChatRequest['format'], omit: WriteSettings['omit']) {
  if (!format) return undefined
  if (format.kind === 'json') return { type: 'json_object' }
  const { name, schema } = format
  const strict = strictnessOf(schema, format.strict, () => omit?.('response_format.strict'))
  return { type: 'json_schema', json_schema: withoutUndefined({ name: toSchemaName(name), schema, strict }) }
}

/** Writes how much to think: as a level, or as a switch for models that have one. */
function writeReasoning(reasoning: ChatRequest['reasoning'], rule: ModelRule | undefined): JsonObject {
  const { effort, budget } = reasoning ?? {}
  const wanted = effort ?? (budget === undefined ? undefined : effortOf(budget, rule))
  if (!rule?.thinkingSwitch || !wanted) return { reasoning_effort: wanted }
  const thinking = { type: wanted === 'none' ? 'disabled' : 'enabled' }
  return { thinking, reasoning_effort: rule.efforts && wanted !== 'none' ? wanted : undefined }
}

/**
 * Converts a budget of thinking tokens to a level, by the budgets that Google's OpenAI-compatible API assigns to
 * the levels.
 */
function effortOf(budget: number, rule: ModelRule | undefined): Effort | undefined {
  // A caller that leaves the budget to the model still asks for thinking.
  if (budget < 0) return rule?.thinks === 'asked' ? 'medium' : undefined
  if (budget === 0) return 'none'
  return budget <= 2048 ? 'low' : budget <= 12_000 ? 'medium' : 'high'
}

/** Writes a turn as one or more messages: each tool result is a separate message. */
function writeTurn({ role, parts }: Turn, facts: ModelFacts): JsonObject[] {
  if (role === 'system')
    return [{ role, content: parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n\n') }]
  return role === 'assistant' ? assistantMessage(parts, facts) : userMessages(parts, facts)
}

const idOf = (id: string, { mistralIds, maxIdLength }: ModelFacts) =>
  mistralIds ? toMistralId(id) : shortenId(id, maxIdLength)

function assistantMessage(parts: Part[], facts: ModelFacts): JsonObject[] {
  const { requiresReasoning: wantsReasoning } = facts
  const text = textIn(parts, 'text')
  const calls = parts
    .filter((part) => part.kind === 'tool_call')
    .map(({ id, name, arguments: json, state }, index) => ({
      id: idOf(id, facts),
      type: 'function',
      function: { name, arguments: json || '{}' },
      ...callState(state, index === 0, facts),
    }))
  if (calls.length === 0) return text ? [{ role: 'assistant', content: text }] : []
  const thought = wantsReasoning === 'no' ? '' : textIn(parts, 'reasoning')
  const isSent = thought !== '' || wantsReasoning === 'always'
  return [
    { role: 'assistant', content: text || null, ...(isSent ? { reasoning_content: thought } : {}), tool_calls: calls },
  ]
}

/** Returns the state that Gemini requires when called in this format. Other models' calls get a placeholder. */
function callState(state: VendorState | undefined, isFirst: boolean, { gemini }: ModelFacts): JsonObject {
  if (!gemini) return {}
  const signature = stateValueFor('gemini', state) ?? (gemini.requiresSignatures && isFirst ? NO_SIGNATURE : undefined)
  return signature ? { extra_content: signatureContent(signature) } : {}
}

const textIn = (parts: readonly Part[], kind: 'text' | 'reasoning') =>
  parts.map((part) => (part.kind === kind ? part.text : '')).join('')

function userMessages(parts: Part[], facts: ModelFacts): JsonObject[] {
  const results = parts.filter((part) => part.kind === 'tool_result')
  const messages: JsonObject[] = results.map(({ id, content }) => ({
    role: 'tool',
    tool_call_id: idOf(id, facts),
    content: content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n'),
  }))
  // A tool message holds only text: its images and files follow in a user message.
  const media = results.flatMap(({ content }) => content.filter(({ kind }) => kind !== 'text'))
  const rest = [...media, ...parts].flatMap(contentPart)
  const isPlain = rest.every(({ type }) => type === 'text')
  const content = isPlain ? rest.map(({ text }) => text).join('\n\n') : rest
  return rest.length > 0 ? [...messages, { role: 'user', content }] : messages
}

function contentPart(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return [{ type: 'text', text: part.text }]
    case 'image':
      return [{ type: 'image_url', image_url: withoutUndefined({ url: address(part.source), detail: part.detail }) }]
    case 'audio': {
      const format =
        part.source.mediaType === 'audio/mpeg' ? 'mp3' : part.source.mediaType.replace(/^audio\/(?:x-)?/, '')
      return [{ type: 'input_audio', input_audio: { data: part.source.data, format } }]
    }
    case 'file':
      return isPicture(part.source) ? contentPart({ kind: 'image', source: part.source }) : [filePart(part)]
    default:
      return []
  }
}

function filePart({ source, name }: FilePart): JsonObject {
  if ('url' in source) throw new Unwritable('files can only be sent with their content')
  const text = fileText(source)
  if (text !== undefined) return { type: 'text', text }
  return { type: 'file', file: { filename: name ?? 'file.pdf', file_data: address(source) } }
}

const address = (source: Media) => ('url' in source ? source.url : toDataUrl(source))
