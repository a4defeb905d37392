import type { ErrorCode } from '../errors.ts'
import type { Words } from '../words.ts'
import type { TaskPlatform } from './tasks.ts'

/** Operations of relayed paths. */
export type Operation =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'images'
  | 'imageEdits'
  | 'imageVariations'
  | 'speech'
  | 'transcriptions'
  | 'translations'
  | 'rerank'
  | 'realtime'

/** One part of a credential; parts are joined by `separator` into the stored key. */
export interface KeyPart {
  name: string
  label: Words
  /** May be empty. */
  optional?: true
}

/** Format of a credential. */
export interface KeyFormat {
  parts: KeyPart[]
  separator: string
  placeholder?: Words
  hint?: Words
  /** A regular expression for the whole credential, and the error when it does not match; absent = any text. */
  shape?: { pattern: string; malformed: ErrorCode }
}

/** The channel's column `other`, for types that use it. */
export interface OtherField {
  label: Words
  placeholder: Words
  hint?: Words
  /** Initial value of a new channel, also used when the field is empty. */
  initial?: string
  /** Error for an empty field; absent = may be empty. */
  missing?: ErrorCode
  /** A regular expression for the whole text. */
  pattern: string
  /** Error for a text that does not match the pattern. */
  malformed: ErrorCode
  /** The header in which the value is sent, if it is not empty. */
  header?: string
}

/**
 * Changes that an upstream needs in a request body, where it is stricter than OpenAI or differs from it. Other
 * fields are not touched, and a type without rules adds no cost.
 */
export interface BodyRules {
  /**
   * `stream_options`: by default, usage is requested. `kept`: the upstream always reports usage, so only a caller's
   * own value is sent. `dropped`: the upstream refuses the field.
   */
  streamOptions?: 'kept' | 'dropped'
  /** Numbers are clamped to these bounds. */
  limits?: Readonly<Record<string, readonly [least: number, most: number]>>
  /** Fields with another name at the upstream. The caller may also have sent that name. */
  renames?: Readonly<Record<string, string>>
  /** Fields that the upstream refuses and that do not change the answer. */
  drops?: readonly string[]
  /** The same of the fields of the conversation's messages, which clients send back from answers of other vendors. */
  messageDrops?: readonly string[]
}

/** Responses support of an upstream that also has chat completions. */
export interface ResponsesRules {
  /** A regular expression for the models available in this format only. */
  only: string
  /** The first API version with Responses, where versions are dates. */
  since?: string
}

export interface ChannelType {
  id: number
  /** Orders the types in forms and filters, lowest first; absent = last. */
  rank?: number
  name: Words
  /** Id of the vendor whose mark stands for the type; absent = its first letter. */
  vendor?: string
  /** Hue of the type's mark, in degrees, where no vendor has one. */
  hue: number
  /** The provider file that implements the type. */
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
    | 'coze'
    | 'dify'
    | 'azure'
    | 'zhipu'
    | 'gemini'
    | 'mistral'
    | 'replicate'
    | 'vertex'
    | TaskPlatform
  /** Used when the channel has no base URL; "" = the channel must have one. */
  baseUrl: string
  key: KeyFormat
  /** Further channel fields that this type uses. */
  fields: {
    base_url: 'optional' | 'required' | 'full-url'
    /** Texts of the address field, where the default ones do not fit. */
    base_url_words?: { label: Words; placeholder: Words; hint: Words }
    openai_organization?: true
    other?: OtherField
  }
  /** Supported operations; absent = all. Other calls are routed to other channels. */
  operations?: readonly Operation[]
  /**
   * The upstream supports OpenAI's Responses as well as chat completions, so such calls pass through. Absent = they
   * are converted.
   */
  responses?: ResponsesRules
  /** Paths that differ from OpenAI's. `{other}` is replaced by that field of the channel. */
  paths?: Partial<Record<Operation | 'models', string>>
  /** `false`: the upstream has no model list. */
  listsModels?: false
  body?: BodyRules
  /** Note for the operator, shown when the type is chosen. */
  notice?: Words
  /** Models offered by "fill in related models". */
  models: readonly string[]
}
