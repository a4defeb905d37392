import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'

const REGION = '\\s*[a-z]{2}(?:-[a-z]+)+-\\d+\\s*'

/** Claude on AWS, Cohere, Dify, Coze and Replicate. */
export const cloudTypes: readonly ChannelType[] = [
  {
    id: 33,
    rank: 70,
    name: { zh: 'AWS Claude', en: 'AWS Claude' },
    vendor: 'amazon',
    hue: 265,
    provider: 'bedrock',
    baseUrl: '',
    key: {
      parts: [
        { name: 'access_key', label: { zh: 'Ak（或 Bedrock API 密钥）', en: 'Ak (or Bedrock API key)' } },
        {
          name: 'secret_key',
          label: { zh: 'Sk（使用 Bedrock API 密钥时留空）', en: 'Sk (empty with a Bedrock API key)' },
          optional: true,
        },
        { name: 'region', label: { zh: 'Region', en: 'Region' } },
      ],
      separator: '|',
      shape: {
        pattern: `^[^|\\s]+\\s*\\|(?:${REGION}|[^|]*\\|${REGION}(?:\\|[^|]+)?)$`,
        malformed: 'channel_key_aws',
      },
    },
    fields: { base_url: 'optional' },
    notice: {
      zh: '密钥格式：Ak|Sk|Region，例如区域 us-east-1；也可以使用 Bedrock API 密钥：密钥|Region。不填写地址时，请求发往该区域的 bedrock-runtime。模型名称会换成 AWS 的模型编号，需要时加上该区域的推理配置前缀（us.、eu.、apac. 等）；要用别的编号，请在模型映射中填写。',
      en: 'The key is Ak|Sk|Region, with a region such as us-east-1, or, with a Bedrock API key, key|Region. Without an address, calls go to bedrock-runtime in that region. Model names are replaced by their AWS IDs, with the prefix of the region’s inference profile (us., eu., apac. …) where required. To use another ID, add it to the model mapping.',
    },
    operations: ['chat'],
    listsModels: false,
    models: names(`
      claude-opus-4-8 claude-opus-4-6 claude-sonnet-4-6 claude-opus-4-5-20251101 claude-sonnet-4-5-20250929
      claude-haiku-4-5-20251001 claude-opus-4-1-20250805 claude-3-7-sonnet-20250219 claude-3-5-sonnet-20241022
      claude-3-haiku-20240307
    `),
  },
  {
    id: 34,
    rank: 110,
    name: { zh: 'Cohere', en: 'Cohere' },
    vendor: 'cohere',
    hue: 300,
    provider: 'cohere',
    baseUrl: 'https://api.cohere.ai',
    key: { parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }], separator: '' },
    fields: { base_url: 'optional' },
    operations: ['chat', 'embeddings', 'rerank'],
    models: names(`
      command-a-03-2025 command-a-reasoning-08-2025 command-a-vision-07-2025 command-r-plus-08-2024 command-r-08-2024
      command-r7b-12-2024 rerank-v3.5 rerank-multilingual-v3.0
    `),
  },
  {
    id: 37,
    rank: 270,
    name: { zh: 'Dify', en: 'Dify' },
    vendor: 'dify',
    hue: 185,
    provider: 'dify',
    baseUrl: 'https://api.dify.ai',
    key: { parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }], separator: '' },
    fields: { base_url: 'optional' },
    notice: {
      zh: 'Dify 的每个应用有自己的密钥：由密钥决定使用哪个应用，模型名称只是标签。仅支持聊天类应用；温度、工具等参数不起作用。',
      en: 'In Dify, each app has its own key. The key determines which app responds, and the model is only a label. Apps for chat only; temperature, tools and other parameters have no effect.',
    },
    operations: ['chat'],
    listsModels: false,
    models: [],
  },
  {
    id: 49,
    rank: 275,
    name: { zh: '扣子', en: 'Coze' },
    vendor: 'coze',
    hue: 260,
    provider: 'coze',
    baseUrl: 'https://api.coze.cn',
    key: {
      parts: [{ name: 'key', label: { zh: '访问令牌', en: 'Access token' } }],
      separator: '',
    },
    fields: {
      base_url: 'optional',
      other: {
        label: { zh: '智能体 ID', en: 'Bot ID' },
        placeholder: { zh: '智能体页面网址末尾的数字', en: 'Number at the end of the bot’s address' },
        missing: 'channel_bot_id_required',
        pattern: '^\\d{1,30}$',
        malformed: 'channel_bot_id_invalid',
      },
    },
    notice: {
      zh: '由智能体决定使用哪个模型，模型名称只是标签，价格需自行设置。国际版的地址是 https://api.coze.com。温度、工具等参数不起作用。',
      en: 'The bot determines which model responds. The name is only a label and needs a custom price. Outside China the address is https://api.coze.com. Temperature, tools and other parameters have no effect.',
    },
    operations: ['chat'],
    listsModels: false,
    models: [],
  },
  {
    id: 56,
    rank: 277,
    name: { zh: 'Replicate', en: 'Replicate' },
    vendor: 'replicate',
    hue: 20,
    provider: 'replicate',
    baseUrl: 'https://api.replicate.com',
    key: { parts: [{ name: 'key', label: { zh: 'API 令牌', en: 'API token' } }], separator: '' },
    fields: { base_url: 'optional' },
    notice: {
      zh: '支持语言模型与图片模型，名称为“作者/模型”，例如 meta/meta-llama-3-70b-instruct 或 black-forest-labs/flux-schnell，也可以加上“:版本”，或写成 deployments/作者/部署名。语言模型不能调用工具。图片请求中 OpenAI 没有的参数会原样传给模型。图片以 Replicate 的网址返回，一小时后失效。',
      en: 'Language and image models, named owner/model, such as meta/meta-llama-3-70b-instruct or black-forest-labs/flux-schnell, optionally with :version, or deployments/owner/name. Language models cannot call tools. Image requests may contain fields that OpenAI does not have; they are passed on to the model. Images are returned as Replicate URLs, which expire after one hour.',
    },
    operations: ['chat', 'images', 'imageEdits'],
    listsModels: false,
    models: names(`
      meta/meta-llama-3-8b-instruct meta/meta-llama-3-70b-instruct deepseek-ai/deepseek-r1 anthropic/claude-4-sonnet
      black-forest-labs/flux-schnell black-forest-labs/flux-dev black-forest-labs/flux-1.1-pro
      black-forest-labs/flux-1.1-pro-ultra black-forest-labs/flux-kontext-pro black-forest-labs/flux-kontext-max
      google/imagen-4 google/imagen-4-fast google/nano-banana recraft-ai/recraft-v3
    `),
  },
]
