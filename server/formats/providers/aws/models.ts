/**
 * Bedrock's ids of Anthropic's models: https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html
 */
const IDS: Record<string, string> = {
  'claude-instant-1.2': 'anthropic.claude-instant-v1',
  'claude-2.0': 'anthropic.claude-v2',
  'claude-2.1': 'anthropic.claude-v2:1',
  'claude-3-haiku-20240307': 'anthropic.claude-3-haiku-20240307-v1:0',
  'claude-3-sonnet-20240229': 'anthropic.claude-3-sonnet-20240229-v1:0',
  'claude-3-opus-20240229': 'anthropic.claude-3-opus-20240229-v1:0',
  'claude-3-5-sonnet-20240620': 'anthropic.claude-3-5-sonnet-20240620-v1:0',
  'claude-3-5-sonnet-20241022': 'anthropic.claude-3-5-sonnet-20241022-v2:0',
  'claude-3-5-haiku-20241022': 'anthropic.claude-3-5-haiku-20241022-v1:0',
  'claude-3-7-sonnet-20250219': 'anthropic.claude-3-7-sonnet-20250219-v1:0',
  'claude-sonnet-4-20250514': 'anthropic.claude-sonnet-4-20250514-v1:0',
  'claude-opus-4-20250514': 'anthropic.claude-opus-4-20250514-v1:0',
  'claude-opus-4-1-20250805': 'anthropic.claude-opus-4-1-20250805-v1:0',
  'claude-sonnet-4-5-20250929': 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'claude-haiku-4-5-20251001': 'anthropic.claude-haiku-4-5-20251001-v1:0',
  'claude-opus-4-5-20251101': 'anthropic.claude-opus-4-5-20251101-v1:0',
  'claude-opus-4-6': 'anthropic.claude-opus-4-6-v1',
  'claude-sonnet-4-6': 'anthropic.claude-sonnet-4-6',
}
/** Models that are called by their own id; newer ones require an inference profile. */
const WITHOUT_PROFILE = /^anthropic\.claude-(?:v2|instant|3-(?:haiku|sonnet|opus)-|3-5-sonnet-20240620)/
/** Models without a global profile, which exists from Claude 4.5 on. */
const BEFORE_GLOBAL = /^anthropic\.claude-(?:3-|(?:sonnet|opus)-4-2025|opus-4-1-)/
/**
 * A model without profiles for Japan and Australia:
 * https://platform.claude.com/docs/en/build-with-claude/claude-on-amazon-bedrock
 */
const NOT_IN_ASIA = 'anthropic.claude-opus-4-5-20251101-v1:0'

/**
 * Returns the id by which a region serves a model. Anthropic's model names become ids; anything else, such as a
 * profile or its ARN, is used unchanged.
 */
export function bedrockModelId(model: string, region: string): string {
  if (!model.startsWith('claude-')) return model
  const id = IDS[model] ?? IDS[datedName(model)] ?? `anthropic.${model}`
  return WITHOUT_PROFILE.test(id) ? id : profileOf(id, region)
}

/** Resolves `claude-sonnet-4-5` and `claude-3-5-sonnet-latest` to the newest model of that name. */
function datedName(model: string): string {
  const name = model.replace(/-(?:latest|0)$/, '')
  const dated = Object.keys(IDS).filter((known) => known.startsWith(name) && /^-\d{8}$/.test(known.slice(name.length)))
  return dated.at(-1) ?? model
}

/**
 * Profiles are limited to a geography:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
function profileOf(id: string, region: string): string {
  if (region.startsWith('us-gov-')) return `us-gov.${id}`
  if (/^(?:us|ca)-/.test(region)) return `us.${id}`
  if (region.startsWith('eu-')) return `eu.${id}`
  if (BEFORE_GLOBAL.test(id)) return region.startsWith('ap-') ? `apac.${id}` : id
  if (id === NOT_IN_ASIA) return `global.${id}`
  if (/^ap-northeast-[13]$/.test(region)) return `jp.${id}`
  return /^ap-southeast-[24]$/.test(region) ? `au.${id}` : `global.${id}`
}
