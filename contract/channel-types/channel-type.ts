import type { ErrorCode } from '../errors.ts'
import type { Words } from '../words.ts'
import type { TaskPlatform } from './tasks.ts'

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
