import { channelType } from '#contract/channel-types/all.ts'
import type { ChannelType } from '#contract/channel-types/channel-type.ts'
import type { TaskPlatform } from '#contract/channel-types/tasks.ts'
import { aiproxy } from './aiproxy.ts'
import { anthropic } from './anthropic.ts'
import { ark } from './ark.ts'
import { azure } from './azure.ts'
import { baidu } from './baidu.ts'
import { bedrock } from './bedrock.ts'
import type { Channel } from './channel.ts'
import { chatglm } from './chatglm.ts'
import { cohere } from './cohere.ts'
import { coze } from './coze.ts'
import { custom } from './custom.ts'
import { dify } from './dify.ts'
import { gemini } from './gemini.ts'
import { hunyuan } from './hunyuan.ts'
import { mistral } from './mistral.ts'
import { openai } from './openai.ts'
import { palm } from './palm.ts'
import type { Provider } from './provider.ts'
import { replicate } from './replicate.ts'
import { spark } from './spark.ts'
import { vertex } from './vertex.ts'
import { zhipu } from './zhipu.ts'

type Answering = Exclude<ChannelType['provider'], TaskPlatform>
const providers: Record<Answering, Provider> = {
  openai,
  custom,
  aiproxy,
  anthropic,
  ark,
  azure,
  baidu,
  bedrock,
  chatglm,
  cohere,
  coze,
  dify,
  gemini,
  hunyuan,
  mistral,
  palm,
  replicate,
  spark,
  vertex,
  zhipu,
}

/** Returns the provider of a channel's type; undefined = the type is for tasks, or unknown to this version. */
export function providerOf(channel: Pick<Channel, 'type'>): Provider | undefined {
  const type = channelType(channel.type)
  return type && (providers as Partial<Record<ChannelType['provider'], Provider>>)[type.provider]
}
