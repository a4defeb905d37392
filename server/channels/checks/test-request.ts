import { channelType, serves } from '#contract/channel-types/all.ts'
import type { Operation } from '#contract/channel-types/channel-type.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import type { Channel } from '../../formats/providers/channel.ts'

/** The operations that a test can use: cheap and small calls. */
export type TestOperation = (typeof TESTABLE)[number]
const TESTABLE = ['chat', 'completions', 'embeddings', 'moderations', 'rerank'] as const
const isTestable = (operation: Operation): operation is TestOperation => TESTABLE.some((one) => one === operation)

/** Models that none of the testable operations serves, by the names that vendors give them. */
const UNTESTABLE =
  /dall-e|gpt-image|imagen|stable-diffusion|\bflux\b|midjourney|^mj_|^suno|^chirp|whisper|transcri|\btts\b|-audio|realtime|\bsora\b|\bveo\b/i
const EMBEDDINGS = /embed|similarity|(?:^|\/)(?:bge|gte|m3e|e5|tao)-/i
const MODERATIONS = /moderation/i
const RERANK = /rerank/i
/** OpenAI's last models without chat. Other vendors name chat models `…-instruct`. */
const COMPLETIONS = /^(?:gpt-3\.5-turbo-instruct|(?:text-)?(?:ada|babbage|curie|davinci)(?:-\d+)?$)/
/** These models refuse `max_tokens`: https://platform.openai.com/docs/api-reference/chat/create */
const REASONING = /^(?:o\d|gpt-5)/

/**
 * The operation that tests a model; undefined = none does, so that no channel is blamed for a test that cannot
 * work.
 */
export function testOperation(model: string): TestOperation | undefined {
  if (UNTESTABLE.test(model)) return undefined
  if (RERANK.test(model)) return 'rerank'
  if (EMBEDDINGS.test(model)) return 'embeddings'
  if (MODERATIONS.test(model)) return 'moderations'
  return COMPLETIONS.test(model) ? 'completions' : 'chat'
}

/** The smallest request of an operation. `stream` only matters for operations with text output. */
export function testBody(operation: TestOperation, model: string, stream: boolean): Record<string, unknown> {
  if (operation === 'embeddings' || operation === 'moderations') return { model, input: 'hi' }
  if (operation === 'rerank') return { model, query: 'hi', documents: ['hi'] }
  const streamed = stream ? { stream } : {}
  if (operation === 'completions') return { model, prompt: 'hi', max_tokens: 1, ...streamed }
  const limit = REASONING.test(model) ? { max_completion_tokens: 1 } : { max_tokens: 1 }
  return { model, messages: [{ role: 'user', content: 'hi' }], ...limit, ...streamed }
}

/**
 * The operation that tests a model at a channel: the one that the model's name suggests, if channels of this type
 * serve it, else the first that they serve, unless they also serve chat. undefined = none.
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
