import type { Operation } from './channel-types/channel-type.ts'
import type { Words } from './words.ts'

/** What models are: facts from vendors' documents and operators, and what follows from them. Pure. */

export const INPUT_MODALITIES = ['text', 'image', 'audio', 'video', 'file'] as const
export const OUTPUT_MODALITIES = ['text', 'image', 'audio', 'video', 'embedding', 'rerank'] as const
export const FEATURES = ['tools', 'json_schema', 'reasoning', 'caching'] as const
export const MODEL_KINDS = [
  'chat',
  'completion',
  'embedding',
  'rerank',
  'image',
  'video',
  'speech',
  'transcription',
  'realtime',
  'moderation',
  'task',
] as const

export type InputModality = (typeof INPUT_MODALITIES)[number]
export type OutputModality = (typeof OUTPUT_MODALITIES)[number]
export type Feature = (typeof FEATURES)[number]
export type ModelKind = (typeof MODEL_KINDS)[number]

/** What is known of a model. Absent = no source says it. */
export interface ModelFacts {
  description?: Words | undefined
  /** Stated where the modalities do not tell it. */
  kind?: ModelKind | undefined
  /** Tokens of prompt and answer together; of the prompt, where the vendor counts the answer apart. */
  context?: number | undefined
  /** Most tokens of an answer. */
  max_output?: number | undefined
  input?: readonly InputModality[] | undefined
  output?: readonly OutputModality[] | undefined
  features?: readonly Feature[] | undefined
  /** Day of the vendor's release, `2026-09-22`. */
  released?: string | undefined
  /** The vendor has announced its end, or has ended it. */
  deprecated?: boolean | undefined
  /** Day on which the vendor ends it, or has ended it, `2027-01-14`. */
  retires?: string | undefined
}

/** What an operator says of a model, over the built-in facts. */
export interface OwnCard extends ModelFacts {
  /** Who makes the model. */
  vendor?: string | undefined
  /** The catalogue does not show the model. It can be called as before. */
  hidden?: boolean | undefined
}

/** The formats in which callers reach models, with the path of each. */
export const FORMAT_PATHS = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  gemini: '/v1beta/models/{model}:generateContent',
  cohere: '/v2/chat',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
  images: '/v1/images/generations',
  speech: '/v1/audio/speech',
  transcriptions: '/v1/audio/transcriptions',
  moderations: '/v1/moderations',
  realtime: '/v1/realtime',
} as const
export type ModelFormat = keyof typeof FORMAT_PATHS
export const MODEL_FORMATS = Object.keys(FORMAT_PATHS) as ModelFormat[]

/** The formats of the operation `chat`, which are converted into each other. */
export const CHAT_FORMATS = ['chat', 'responses', 'messages', 'gemini', 'cohere'] as const
export type ChatFormat = (typeof CHAT_FORMATS)[number]
/** Media of answers beside text. */
export type AnswerMedium = 'image' | 'audio'

/** What the gateway offers for one model. */
export interface Offer {
  /** Whether some channel of the model performs the operation. */
  serves(operation: Operation): boolean
  /** Whether an answer in the format can hold the medium. */
  holds(format: ChatFormat, medium: AnswerMedium): boolean
}

/** The kind of a model by its facts; undefined where they do not tell it. */
export function kindOf({ kind, input, output }: ModelFacts): ModelKind | undefined {
  if (kind || !output) return kind
  for (const medium of ['embedding', 'rerank', 'video', 'image'] as const) if (output.includes(medium)) return medium
  if (output.includes('text')) return input && !input.includes('text') ? 'transcription' : 'chat'
  return output.includes('audio') ? 'speech' : undefined
}

/** Vectors, rankings and verdicts are no tokens of output: calls of these kinds are charged by their input alone. */
export const hasOutputPrice = (kind: ModelKind | null | undefined): boolean =>
  kind !== 'embedding' && kind !== 'rerank' && kind !== 'moderation'

/** The format of each kind that has one alone, and the operation that channels perform for it. */
const SINGLE: Partial<Record<ModelKind, readonly [ModelFormat, Operation]>> = {
  completion: ['completions', 'completions'],
  embedding: ['embeddings', 'embeddings'],
  rerank: ['rerank', 'rerank'],
  image: ['images', 'images'],
  speech: ['speech', 'speech'],
  transcription: ['transcriptions', 'transcriptions'],
  realtime: ['realtime', 'realtime'],
  moderation: ['moderations', 'moderations'],
}

/** The caller formats that reach a model; none where its kind is unknown. */
export function formatsOf(facts: ModelFacts, offer: Offer): ModelFormat[] {
  const kind = kindOf(facts)
  if (!kind) return []
  const chats = kind === 'chat' || kind === 'image' || kind === 'speech' ? chatFormats(kind, facts, offer) : []
  if (chats.length > 0) return chats
  const single = SINGLE[kind]
  return single && offer.serves(single[1]) ? [single[0]] : []
}

/**
 * The chat formats that reach a model. A model that answers with media beside text is reached in formats that hold
 * them, and in chat completions, which pass through. One that only speaks is reached so where no channel has speech.
 */
function chatFormats(kind: ModelKind, { output }: ModelFacts, offer: Offer): ModelFormat[] {
  if (!offer.serves('chat')) return []
  const media = (['image', 'audio'] as const).filter((medium) => output?.includes(medium))
  const holding = CHAT_FORMATS.filter((format) => media.every((medium) => offer.holds(format, medium)))
  if (kind === 'chat' && media.length === 0) return [...CHAT_FORMATS]
  if (output?.includes('text')) return [...new Set<ModelFormat>(['chat', ...holding])]
  return kind === 'speech' && !offer.serves('speech') ? holding : []
}
