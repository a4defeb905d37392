import { EFFORTS, type Effort } from '../conversation.ts'

/**
 * What Anthropic's models accept, by model name: https://platform.claude.com/docs/en/about-claude/models/overview
 */
export interface ModelFacts {
  /** Such as 4.5. */
  version: number
  /** Thinks between tool calls if a beta asks for it; clouds refuse the beta for other models. */
  interleaves: boolean
  /** The output limit to send if the caller gives none: the format requires one. */
  maxTokens: number
  /** How the model thinks on request: not at all, within a token budget, or adaptively. */
  thinking: 'none' | 'budget' | 'adaptive'
  /**
   * It cannot be told not to think, nor be forced to a tool. Checked on 2026-11-25:
   * https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5,
   * https://platform.claude.com/docs/en/models/fable-5/migration-guide
   */
  thinksAlways: boolean
  /**
   * It thinks unless told not to. Checked on 2026-11-25:
   * https://platform.claude.com/docs/en/models/opus-5/whats-new-opus-5
   */
  thinksByDefault: boolean
  /** The model refuses sampling parameters. */
  fixedSampling: boolean
  /**
   * Answers can be held to a JSON schema, at Anthropic, Bedrock and Vertex AI alike. Checked on 2026-11-25:
   * https://platform.claude.com/docs/en/build-with-claude/structured-outputs,
   * https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html
   */
  supportsSchemas: boolean
  /**
   * The values of `output_config.effort`, in ascending order; empty = the model refuses the setting. Checked on 2026-11-27:
   * https://platform.claude.com/docs/en/build-with-claude/effort
   */
  efforts: readonly Effort[]
  /**
   * Instructions may stand inside the conversation; other models refuse the role. Checked on 2026-11-27:
   * https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-8
   */
  takesSystemTurns: boolean
  /** A conversation may end with the beginning of the answer. */
  allowsPrefill: boolean
  /** Minimum number of prompt tokens that the vendor caches. */
  minCachedTokens: number
}

/** Matches both `claude-sonnet-4-5-20250929` and `claude-3-5-sonnet-latest`. Resellers use dots. */
const NEW_STYLE = /claude-(opus|sonnet|haiku|fable|mythos)-(\d+)(?:[-.](\d{1,2})(?!\d))?/i
const OLD_STYLE = /claude-(\d)(?:[-.](\d))?/i

/** Looks up a model by its name. Unknown names count as current models. */
export function modelFacts(model: string): ModelFacts {
  const named = NEW_STYLE.exec(model)
  const family = named?.[1]?.toLowerCase() ?? ''
  const [major, minor] = named ? [named[2], named[3]] : (OLD_STYLE.exec(model)?.slice(1) ?? ['5', '0'])
  const version = Number(major) + Number(minor ?? 0) / 10
  const isCurrent = version >= 4.6
  return {
    version,
    interleaves: (family === 'opus' || family === 'sonnet') && version >= 4 && version <= 4.6,
    maxTokens: maxTokens(version, family),
    thinking: isCurrent ? 'adaptive' : version >= 3.7 ? 'budget' : 'none',
    thinksAlways: family === 'fable' || family === 'mythos' || (family === 'opus' && version >= 5.5),
    thinksByDefault: (family === 'sonnet' || family === 'opus') && version >= 5,
    fixedSampling: version >= 4.7,
    supportsSchemas: version >= 4.5,
    efforts: effortsOf(version, family),
    takesSystemTurns: named !== null && version >= 4.8,
    allowsPrefill: !isCurrent,
    minCachedTokens: minCachedTokensOf(version, family),
  }
}

function effortsOf(version: number, family: string): readonly Effort[] {
  if (version >= 4.7) return ['low', 'medium', 'high', 'xhigh', 'max']
  if (version >= 4.6) return ['low', 'medium', 'high', 'max']
  return version === 4.5 && family === 'opus' ? ['low', 'medium', 'high'] : []
}

function maxTokens(version: number, family: string): number {
  if (version >= 4.6) return 128_000
  if (family === 'opus' && version >= 4 && version < 4.5) return 32_000
  if (version >= 3.7) return 64_000
  return version >= 3.5 ? 8192 : 4096
}

/** Checked on 2026-11-25: https://platform.claude.com/docs/en/build-with-claude/prompt-caching#cache-limitations */
function minCachedTokensOf(version: number, family: string): number {
  if (family === 'haiku' || version < 3.5) return version >= 4.5 && version < 5 ? 4096 : 2048
  if (version >= 5) return 512
  if (family !== 'opus') return 1024
  return version === 4.5 || version === 4.6 ? 4096 : version === 4.7 ? 2048 : 1024
}

/** Returns the efforts of one of Anthropic's models; undefined = the name is none of theirs. */
export const claudeEfforts = (model: string): readonly Effort[] | undefined =>
  NEW_STYLE.test(model) || OLD_STYLE.test(model) ? modelFacts(model).efforts : undefined

/** The nearest effort that a model has: not more than was asked for, if it has such a one; undefined = it has none. */
export function nearestBelow(effort: Effort, efforts: readonly Effort[]): Effort | undefined {
  const most = EFFORTS.indexOf(effort)
  return efforts.findLast((known) => EFFORTS.indexOf(known) <= most) ?? efforts[0]
}
