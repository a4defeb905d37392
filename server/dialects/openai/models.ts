import { EFFORTS, type Effort } from '../conversation.ts'

/** What models asked in OpenAI's format accept, by their names; others are asked as the caller asked. */
export interface ModelFacts {
  /** They count thinking into the limit, which has another name, and refuse sampling parameters while they think. */
  isReasoning: boolean
  /** They think unless told not to. */
  thinksByDefault: boolean
  /** How much they can be told to think, from little to much; empty = not at all, undefined = unknown. */
  efforts: readonly Effort[] | undefined
  /**
   * Turns with tool calls must carry what was thought in them: where there is anything, or always.
   * https://api-docs.deepseek.com/guides/thinking_mode, https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
   */
  wantsReasoning: 'no' | 'some' | 'always'
  /** Ids of tool calls have nine letters and digits. */
  nineLetterIds: boolean
}

const MISTRAL = /^(?:open-)?(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)/

const OPENAI = /^(?:gpt-|chatgpt-|o\d)/
/** Azure's deployments are often called `gpt-35-turbo`. */
const GPT = /^gpt-(\d)(?:\.(\d+))?(?!\d)/
const UNTHINKING = /^(?:gpt-\d|chatgpt)/

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-reasoning_effort */
export function modelFacts(model: string): ModelFacts {
  if (!OPENAI.test(model))
    return { ...UNKNOWN, wantsReasoning: wantsReasoning(model), nineLetterIds: MISTRAL.test(model) }
  const isFirst = /^o\d/.test(model)
  const [, major, minor] = GPT.exec(model) ?? []
  const version = Number(major ?? 0) + Number(minor ?? 0) / 10
  // gpt-5-chat answers at once; so does gpt-oss wherever it is served, which this says nothing of.
  const isReasoning = isFirst || (version >= 5 && !model.includes('-chat'))
  return {
    isReasoning,
    thinksByDefault: isFirst || version < 5.1 || /-(?:pro|codex)/.test(model),
    efforts: isReasoning ? effortsOf(isFirst, version, model) : UNTHINKING.test(model) ? [] : undefined,
    wantsReasoning: 'no',
    nineLetterIds: false,
  }
}

const UNKNOWN = { isReasoning: false, thinksByDefault: false, efforts: undefined } as const

function effortsOf(isFirst: boolean, version: number, model: string): readonly Effort[] {
  if (isFirst) return ['low', 'medium', 'high']
  if (version < 5.1) return model.includes('-pro') ? ['high'] : ['minimal', 'low', 'medium', 'high']
  const most: readonly Effort[] = version >= 5.2 || model.includes('codex-max') ? ['xhigh'] : []
  return ['none', 'low', 'medium', 'high', ...most]
}

function wantsReasoning(model: string): ModelFacts['wantsReasoning'] {
  if (/deepseek-(?:v[4-9]|flash)/i.test(model)) return 'always'
  return /deepseek|kimi/i.test(model) ? 'some' : 'no'
}

/** The word itself, else the next one above that the model has, else its last. */
export function nearest(effort: Effort, efforts: readonly Effort[]): Effort | undefined {
  return efforts.find((known) => EFFORTS.indexOf(known) >= EFFORTS.indexOf(effort)) ?? efforts.at(-1)
}
