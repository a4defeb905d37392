import { type ChatRequest, EFFORTS, type Effort, type ImagePart, type JsonObject, type Turn } from '../conversation.ts'
import { Unwritable, type UpstreamDialect, type WriteSettings } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { type PlainTurn, plainTurns, systemText } from '../plain-turns.ts'
import { CHAT_SETTINGS, type ChatSetting, stopsFor, usedUnsupportedSettings } from '../settings.ts'
import { type ChatModel, chatModelOf } from './chat-models.ts'
import { isListedImageModel } from './models.ts'
import { ReplicateStreamReader, readChat } from './read-chat.ts'

/** What no model can be told. */
const UNSUPPORTED: readonly ChatSetting[] = ['candidates', 'seed']
/** What is said in another way, or refused. */
const ELSEWHERE = new Set<ChatSetting>([
  ...UNSUPPORTED,
  'format',
  'tools',
  'toolChoice',
  'parallelToolCalls',
  'reasoning',
])

/** Predictions of language models at Replicate. The model is in the address. */
export const replicate: UpstreamDialect = {
  // What depends on the model is named while a request is written.
  unsupportedSettings: UNSUPPORTED,
  writeRequest: (request, model, settings = {}) => writeChat(request, model, settings),
  readAnswer: (answer) => readChat({ ...answer }),
  streamReader: () => new ReplicateStreamReader(),
}

/** Writes a prediction of a language model. Throws Unwritable for what the model cannot be told. */
function writeChat(request: ChatRequest, model: string, { omit }: WriteSettings): object {
  if (isListedImageModel(model)) throw new Unwritable('this model makes pictures: it takes requests for images only')
  if (request.tools.length > 0 && request.toolChoice !== 'none') throw new Unwritable('this model does not call tools')
  const facts = chatModelOf(model)
  const unsaid = CHAT_SETTINGS.filter((setting) => !ELSEWHERE.has(setting) && !facts.settings[setting])
  for (const name of usedUnsupportedSettings(request, unsaid)) omit?.(name)
  const input = { ...conversationOf(request, facts), ...settingsOf(request, facts, omit) }
  return { input, ...(request.stream ? { stream: true } : {}) }
}

function conversationOf({ system, format, turns }: ChatRequest, facts: ChatModel): JsonObject {
  const pictures = turns.flatMap(({ parts }) => parts.filter((part) => part.kind === 'image'))
  const said = plainTurns(pictures.length > 0 ? turns.map(withoutPictures) : turns)
  const instructions = systemText({ system, format })
  const field = picturesField(pictures, facts)
  if (facts.takesMessages && said.length > 1 && !field) {
    const first = instructions ? [{ role: 'system', content: instructions }] : []
    return { messages: [...first, ...said.map(({ role, text }) => ({ role, content: text }))] }
  }
  const own = facts.system !== undefined && instructions ? { [facts.system]: instructions } : {}
  const prompt = facts.system === undefined && instructions ? `${instructions}\n\n${promptOf(said)}` : promptOf(said)
  return { prompt, ...own, ...field }
}

const withoutPictures = ({ role, parts }: Turn): Turn => ({ role, parts: parts.filter(({ kind }) => kind !== 'image') })

const SPEAKERS = { user: 'User', assistant: 'Assistant' } as const

/** One question is the prompt as it is; a conversation names who speaks. */
const promptOf = (said: readonly PlainTurn[]) =>
  said.length === 1 ? (said[0]?.text ?? '') : said.map(({ role, text }) => `${SPEAKERS[role]}: ${text}`).join('\n\n')

function picturesField(parts: readonly ImagePart[], { pictures }: ChatModel): JsonObject | undefined {
  if (parts.length === 0) return undefined
  if (!pictures) throw new Unwritable('this model does not take images')
  const all = parts.map(({ source }) =>
    'url' in source ? source.url : `data:${source.mediaType};base64,${source.data}`,
  )
  if (pictures.isList) return { [pictures.field]: all }
  if (all.length > 1) throw new Unwritable('this model takes one image at most')
  return { [pictures.field]: all[0] }
}

function settingsOf(request: ChatRequest, facts: ChatModel, omit: WriteSettings['omit']): JsonObject {
  const { settings, leastTokens = 0 } = facts
  const { maxTokens, stop } = request
  if (maxTokens !== undefined && maxTokens < leastTokens) omit?.('max_tokens')
  const values: Partial<Record<keyof typeof settings, unknown>> = {
    maxTokens: maxTokens === undefined ? undefined : Math.max(maxTokens, leastTokens),
    temperature: request.temperature,
    topP: request.topP,
    topK: request.topK,
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    // They are one text, separated by commas.
    stop: settings.stop
      ? stopsFor(stop, { isTaken: (one) => !one.includes(',') }, omit).join(',') || undefined
      : undefined,
  }
  const named = Object.entries(settings).map(([setting, field]) => [field, values[setting as keyof typeof values]])
  return withoutUndefined({ ...Object.fromEntries(named), reasoning_effort: effortOf(request, facts, omit) })
}

function effortOf({ reasoning }: ChatRequest, { efforts }: ChatModel, omit: WriteSettings['omit']): string | undefined {
  const asked = reasoning?.effort ?? (reasoning?.budget === 0 ? 'none' : undefined)
  if (asked !== undefined && efforts) return nearestOf(asked, efforts)
  if (reasoning && asked !== 'none') omit?.('reasoning_effort')
  return undefined
}

function nearestOf(asked: Effort, efforts: readonly Effort[]): Effort | undefined {
  const distance = (one: Effort) => Math.abs(EFFORTS.indexOf(one) - EFFORTS.indexOf(asked))
  return efforts.toSorted((one, other) => distance(one) - distance(other))[0]
}
