import type { ScannedBody } from '../../../formats/body/scan-fields.ts'

/**
 * Tokens of the instructions that Anthropic adds to a request with tools, by model: where the model may choose a
 * tool, and where it must call one. https://platform.claude.com/docs/en/about-claude/pricing#tool-use-pricing
 */
const TOOL_PROMPTS: readonly (readonly [RegExp, number, number])[] = [
  [/claude-3-opus/, 530, 281],
  [/claude-3-sonnet/, 159, 235],
  [/claude-3(?:-5)?-haiku/, 264, 340],
  [/claude-(?:3-[57]-sonnet|(?:opus|sonnet)-4(?:-[01]\b|-20\d{6}|$))/, 346, 313],
  [/claude-/, 496, 588],
]
const FORCED = /"type"\s*:\s*"(?:any|tool)"|"required"/

/** Returns the tokens that a model's vendor adds to the input of a request with tools. */
export function toolPromptTokens(model: string, body: ScannedBody): number {
  if (!hasItems(body, 'tools')) return 0
  const prompt = TOOL_PROMPTS.find(([pattern]) => pattern.test(model))
  if (!prompt) return 0
  const choice = body.fields.spans.get('tool_choice')
  const isForced = choice && FORCED.test(body.bytes.toString('utf8', choice.start, choice.end))
  return isForced ? prompt[2] : prompt[1]
}

/** Whether a field is a non-empty list. */
function hasItems({ bytes, fields }: ScannedBody, name: string): boolean {
  const span = fields.spans.get(name)
  return (
    span !== undefined &&
    !/^(?:null|\[\s*\])$/.test(bytes.toString('utf8', span.start, Math.min(span.end, span.start + 64)))
  )
}
