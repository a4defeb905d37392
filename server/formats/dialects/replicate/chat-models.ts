import type { Effort } from '../conversation.ts'
import type { ChatSetting } from '../settings.ts'

/** What the input of a language model at Replicate calls the parts of a chat. */
export interface ChatModel {
  /** The field for instructions; absent = they begin the prompt. */
  system?: string
  /** It takes the turns of a conversation as `messages`; absent = they are written into the prompt. */
  takesMessages?: true
  /** The field for pictures; absent = it takes none. `isList`: it takes several. */
  pictures?: { field: string; isList?: true }
  /** The least limit of output tokens that it takes, if there is one. */
  leastTokens?: number
  /** The fields for settings; those that are absent cannot be said. */
  settings: Partial<Record<ChatSetting, string>>
  /** The levels of `reasoning_effort`; absent = it has no such field. */
  efforts?: readonly Effort[]
}

const SAMPLING = {
  temperature: 'temperature',
  topP: 'top_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
}
const OPENAI = {
  system: 'system_prompt',
  takesMessages: true,
  pictures: { field: 'image_input', isList: true },
  settings: { maxTokens: 'max_completion_tokens' },
} as const satisfies ChatModel

/** The input schemas at replicate.com/{model}/api/schema. The first that matches holds. */
const FAMILIES: readonly (readonly [RegExp, ChatModel])[] = [
  [/^openai\/o\d/, { ...OPENAI, efforts: ['low', 'medium', 'high'] }],
  [/^openai\/gpt-5\.\d/, { ...OPENAI, efforts: ['none', 'low', 'medium', 'high'] }],
  [/^openai\/gpt-5/, { ...OPENAI, efforts: ['minimal', 'low', 'medium', 'high'] }],
  [/^openai\/gpt-4/, { ...OPENAI, settings: { ...OPENAI.settings, ...SAMPLING } }],
  [
    /^anthropic\//,
    {
      system: 'system_prompt',
      pictures: { field: 'image' },
      leastTokens: 1024,
      settings: { maxTokens: 'max_tokens' },
    },
  ],
  [
    /^google\/gemini/,
    {
      system: 'system_instruction',
      pictures: { field: 'images', isList: true },
      settings: { maxTokens: 'max_output_tokens', temperature: 'temperature', topP: 'top_p' },
    },
  ],
  [/^(?:deepseek-ai\/|meta\/llama-4|openai\/gpt-oss)/, { settings: { maxTokens: 'max_tokens', ...SAMPLING } }],
]

/** Names that Llama 3 and most models use that are published by others. */
const OTHER: ChatModel = {
  system: 'system_prompt',
  settings: { maxTokens: 'max_tokens', ...SAMPLING, topK: 'top_k', stop: 'stop_sequences' },
}

/** Returns how a chat with a model is written. */
export const chatModelOf = (name: string): ChatModel => FAMILIES.find(([names]) => names.test(name))?.[1] ?? OTHER
