import { anthropicTypes } from './channel-types/anthropic.ts'
import { chinaTypes } from './channel-types/china.ts'
import { chinaVendorTypes } from './channel-types/china-formats.ts'
import { cloudTypes } from './channel-types/clouds.ts'
import { googleTypes } from './channel-types/google.ts'
import { hostedTypes } from './channel-types/hosted.ts'
import { openaiTypes } from './channel-types/openai.ts'
import { resellerTypes } from './channel-types/resellers.ts'
import { type TaskPlatform, taskChannelTypes } from './channel-types/tasks.ts'
import type { ErrorCode } from './errors.ts'
import type { Words } from './words.ts'

/** Every channel type as data. A provider that speaks the OpenAI format is one more entry in `channel-types/`. */

/** What a relayed path does. */
export type Operation =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'images'
  | 'speech'
  | 'transcriptions'
  | 'translations'
  | 'rerank'
  | 'realtime'

/** One part of a credential; parts are joined by `separator` into the stored key. */
export interface KeyPart {
  name: string
  label: Words
  /** It may be empty. */
  optional?: true
}

/** What a credential looks like. */
export interface KeyFormat {
  parts: KeyPart[]
  separator: string
  placeholder?: Words
  hint?: Words
  /** A regular expression for the whole of it, and what is said of a key that does not fit; absent = any text. */
  shape?: { pattern: string; malformed: ErrorCode }
}

/** The channel's column `other`, where a type has a use for it. */
export interface OtherField {
  label: Words
  placeholder: Words
  hint?: Words
  /** What a new channel begins with, and what stands in for an empty field. */
  initial?: string
  /** What is said of an empty field; absent = it may be empty. */
  missing?: ErrorCode
  /** A regular expression for the whole of it. */
  pattern: string
  /** What is said of a text that does not fit the pattern. */
  malformed: ErrorCode
  /** It is sent as this header, when there is any. */
  header?: string
}

/**
 * What an upstream wants of a body, as far as it is stricter or other than OpenAI. Only the fields named here are
 * touched; a type without rules costs a call nothing.
 */
export interface BodyRules {
  /**
   * `stream_options`: by default the wish for usage is added. `kept`: the upstream reports usage unasked, so only a
   * caller's own wish is sent. `dropped`: it refuses the field.
   */
  streamOptions?: 'kept' | 'dropped'
  /** Numbers are moved between these bounds. */
  limits?: Readonly<Record<string, readonly [least: number, most: number]>>
  /** Fields that the upstream knows under another name, which the caller may have given as well. */
  renames?: Readonly<Record<string, string>>
  /** Fields that it refuses and that do not change the answer. */
  drops?: readonly string[]
}

/** Where Responses are to be had at an upstream that has chat completions, too. */
export interface ResponsesRules {
  /** A regular expression for the models that answer in this format only. */
  only: string
  /** The first version of the vendor's interface that has it, where versions are dates. */
  since?: string
}

export interface ChannelType {
  id: number
  name: Words
  /** Hue of the type's tag, in degrees. */
  hue: number
  /** The provider file that reaches it. */
  provider:
    | 'openai'
    | 'custom'
    | 'anthropic'
    | 'ark'
    | 'aiproxy'
    | 'baidu'
    | 'chatglm'
    | 'hunyuan'
    | 'palm'
    | 'spark'
    | 'bedrock'
    | 'cohere'
    | 'dify'
    | 'azure'
    | 'zhipu'
    | 'gemini'
    | 'mistral'
    | 'vertex'
    | TaskPlatform
  /** Used when the channel has no base URL of its own; "" = the channel must give one. */
  baseUrl: string
  key: KeyFormat
  /** Further fields of the channel that mean something for this type. */
  fields: {
    base_url: 'optional' | 'required' | 'full-url'
    /** The words of the address field, where the usual ones do not fit. */
    base_url_words?: { label: Words; placeholder: Words; hint: Words }
    openai_organization?: true
    other?: OtherField
  }
  /** What it serves; absent = everything that is relayed. Other calls go to other channels. */
  operations?: readonly Operation[]
  /** It speaks OpenAI's Responses as well as chat completions: such calls pass through. Absent = they are converted. */
  responses?: ResponsesRules
  /** Where its paths are not OpenAI's. `{other}` stands for that field of the channel. */
  paths?: Partial<Record<Operation | 'models', string>>
  /** `false`: it does not tell which models it has. */
  listsModels?: false
  body?: BodyRules
  /** What an operator should know before choosing it. */
  notice?: Words
  /** Models offered by "fill in related models". */
  models: readonly string[]
}

/** The order in which forms and filters offer them; those that are not named here come last. */
const OFFERED = [
  ...[1, 2, 5, 36, 4, 14, 33, 41, 3, 24, 34, 15, 46, 17, 18, 16, 26, 11, 39, 43, 25, 45, 19, 23, 31, 35, 37, 38, 40],
  ...[42, 20, 27, 8, 22, 21],
]
const placeOf = ({ id }: ChannelType) => (OFFERED.includes(id) ? OFFERED.indexOf(id) : OFFERED.length)

export const channelTypes: readonly ChannelType[] = [
  ...openaiTypes,
  ...anthropicTypes,
  ...chinaTypes,
  ...chinaVendorTypes,
  ...cloudTypes,
  ...googleTypes,
  ...hostedTypes,
  ...resellerTypes,
  ...taskChannelTypes,
].sort((one, other) => placeOf(one) - placeOf(other))

const byId = new Map(channelTypes.map((type) => [type.id, type]))

/** The type with a number, if Switchyard has it. */
export function channelType(id: number): ChannelType | undefined {
  return byId.get(id)
}

/** Whether channels of a type take calls of a kind. An unknown type is not judged. */
export function serves(id: number, operation: Operation): boolean {
  return byId.get(id)?.operations?.includes(operation) ?? true
}
