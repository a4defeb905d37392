import type { ModelFacts } from '#contract/models.ts'
import { claudeEfforts } from '../../../formats/dialects/anthropic/models.ts'
import { EFFORTS, type Effort } from '../../../formats/dialects/conversation.ts'
import { findRule } from '../../../formats/dialects/model-rules/find-rule.ts'
import { listedFacts } from '../../../formats/models/facts.ts'

/** Codex replaces its own instructions by those of the list, which must have some. */
const INSTRUCTIONS = `You are Codex, a coding agent that works in a terminal on the user's computer.
Follow the AGENTS.md files whose folder contains what you change; the user's words come first.
Look before you change: read the files concerned, and search with rg where it exists.
Change files with apply_patch, in the style of the code around. Mend the cause, keep to the task, and leave changes alone that are not yours.
Never undo or delete the user's work, and use no destructive command such as git reset --hard unless the user asks for it.
For work of several steps keep a short plan up to date with the plan tool. Say in one line what you do before long steps.
Check your work with the project's own tests or builds where they exist, and go on until the task is done or you are stuck.
Answer briefly in plain text: what was changed and why, with paths, and what was not checked.`

const DESCRIPTIONS: Record<Effort, string> = {
  none: 'No reasoning',
  minimal: 'Hardly any reasoning',
  low: 'Fast answers with light reasoning',
  medium: 'Balances speed and depth',
  high: 'Deep reasoning for hard problems',
  xhigh: 'Very deep reasoning',
  max: 'As much reasoning as the model has',
}
/** The efforts that Codex knows: https://github.com/openai/codex/blob/main/codex-rs/protocol/src/openai_models.rs */
const KNOWN_EFFORTS = EFFORTS.filter((effort) => effort !== 'max')
const UNKNOWN_EFFORTS: readonly Effort[] = ['low', 'medium', 'high']
const DEFAULT_WINDOW = 128_000

/**
 * A model in the list that Codex asks for with its version (`GET /models?client_version=`): `ModelInfo` in
 * https://github.com/openai/codex/blob/main/codex-rs/protocol/src/openai_models.rs
 */
export function codexModel(name: string, index: number): object {
  const facts: Partial<ModelFacts> = listedFacts.get(name) ?? {}
  const levels = levelsOf(name)
  return {
    slug: name,
    display_name: name,
    description: null,
    ...(levels.length > 0 ? { default_reasoning_level: levels.includes('medium') ? 'medium' : levels[0] } : {}),
    supported_reasoning_levels: levels.map((effort) => ({ effort, description: DESCRIPTIONS[effort] })),
    shell_type: 'shell_command',
    visibility: 'list',
    supported_in_api: true,
    priority: index,
    availability_nux: null,
    upgrade: null,
    base_instructions: INSTRUCTIONS,
    supports_reasoning_summaries: levels.length > 0,
    support_verbosity: false,
    default_verbosity: null,
    apply_patch_tool_type: 'freeform',
    truncation_policy: { mode: 'bytes', limit: 10_000 },
    supports_parallel_tool_calls: true,
    context_window: facts.context ?? DEFAULT_WINDOW,
    experimental_supported_tools: [],
    input_modalities: facts.input?.includes('image') === false ? ['text'] : ['text', 'image'],
  }
}

function levelsOf(name: string): Effort[] {
  const known = claudeEfforts(name) ?? findRule(name)?.efforts ?? UNKNOWN_EFFORTS
  return KNOWN_EFFORTS.filter((effort) => known.includes(effort))
}
