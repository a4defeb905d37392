import { channelType, serves } from '#contract/channel-types/all.ts'
import type { Operation } from '#contract/channel-types/channel-type.ts'
import type { Channel } from '../../registry/channels.ts'

/** What a test can ask for: calls that are cheap and small. */
export type TestOperation = (typeof TESTABLE)[number]
const TESTABLE = ['chat', 'completions', 'embeddings', 'moderations', 'rerank'] as const
const isTestable = (operation: Operation): operation is TestOperation => TESTABLE.some((one) => one === operation)

/** Models that none of the testable calls serves, by the names that vendors give them. */
const UNTESTABLE =
  /dall-e|gpt-image|imagen|stable-diffusion|\bflux\b|midjourney|^mj_|^suno|^chirp|whisper|transcri|\btts\b|-audio|realtime|\bsora\b|\bveo\b/i
const EMBEDDINGS = /embed|similarity|(?:^|\/)(?:bge|gte|m3e|e5|tao)-/i
const MODERATIONS = /moderation/i
const RERANK = /rerank/i
/** OpenAI's last models without chat. Other vendors call models for chat `…-instruct`. */
const COMPLETIONS = /^(?:gpt-3\.5-turbo-instruct|(?:text-)?(?:ada|babbage|curie|davinci)(?:-\d+)?$)/
/** These refuse `max_tokens`: https://platform.openai.com/docs/api-reference/chat/create */
const REASONING = /^(?:o\d|gpt-5)/

/** The call that proves a model; undefined = none does, so that nobody is blamed for a test that cannot work. */
export function testOperation(model: string): TestOperation | undefined {
  if (UNTESTABLE.test(model)) return undefined
  if (RERANK.test(model)) return 'rerank'
  if (EMBEDDINGS.test(model)) return 'embeddings'
  if (MODERATIONS.test(model)) return 'moderations'
  return COMPLETIONS.test(model) ? 'completions' : 'chat'
}

/** The smallest request of a kind. `stream` only matters where there is output. */
export function testBody(operation: TestOperation, model: string, stream: boolean): Record<string, unknown> {
  if (operation === 'embeddings' || operation === 'moderations') return { model, input: 'hi' }
  if (operation === 'rerank') return { model, query: 'hi', documents: ['hi'] }
  const streamed = stream ? { stream } : {}
  if (operation === 'completions') return { model, prompt: 'hi', max_tokens: 1, ...streamed }
  const limit = REASONING.test(model) ? { max_completion_tokens: 1 } : { max_tokens: 1 }
  return { model, messages: [{ role: 'user', content: 'hi' }], ...limit, ...streamed }
}

/** The model that an upstream is asked for. */
export function upstreamModel({ modelMapping }: Pick<Channel, 'modelMapping'>, model: string): string {
  return (Object.hasOwn(modelMapping, model) && modelMapping[model]) || model
}

/**
 * The call that proves a model at a channel: what the model's name says, if channels of this type serve that, else the
 * first thing that they serve, where it can be no chat. undefined = none does.
 */
export function channelOperation(
  channel: Pick<Channel, 'type' | 'modelMapping'>,
  model: string,
): TestOperation | undefined {
  const named = testOperation(upstreamModel(channel, model))
  if (named === undefined || serves(channel.type, named)) return named
  const served = channelType(channel.type)?.operations ?? []
  return served.length > 1 && served.includes('chat') ? undefined : served.find(isTestable)
}
