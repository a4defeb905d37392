import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'
import { singleKey } from './single-key.ts'

export const OPENAI_MODELS = names(`
  gpt-5.1 gpt-5 gpt-5-mini gpt-5-nano gpt-4.1 gpt-4.1-mini gpt-4.1-nano gpt-4o gpt-4o-mini o4-mini o3
  gpt-3.5-turbo-instruct gpt-realtime gpt-realtime-mini text-embedding-3-small text-embedding-3-large
  omni-moderation-latest
`)

/** https://platform.openai.com/docs/models lists these with `v1/responses` and without `v1/chat/completions`. */
const RESPONSES_ONLY =
  '^(?:o[13]-pro|gpt-5(?:\\.\\d+)?-pro|(?:gpt-5(?:\\.\\d+)?-)?codex|o[34](?:-mini)?-deep-research|computer-use)'

/** OpenAI itself, OpenAI models on Azure, and any other address with its format. */
export const openaiTypes: readonly ChannelType[] = [
  {
    id: 1,
    rank: 10,
    name: { zh: 'OpenAI', en: 'OpenAI' },
    vendor: 'openai',
    hue: 150,
    provider: 'openai',
    baseUrl: 'https://api.openai.com',
    key: singleKey,
    fields: { base_url: 'optional', openai_organization: true },
    responses: { only: RESPONSES_ONLY },
    models: OPENAI_MODELS,
  },
  {
    id: 3,
    rank: 90,
    name: { zh: 'Azure OpenAI', en: 'Azure OpenAI' },
    vendor: 'azure',
    hue: 185,
    provider: 'azure',
    baseUrl: '',
    key: singleKey,
    fields: {
      base_url: 'required',
      base_url_words: {
        label: { zh: 'AZURE_OPENAI_ENDPOINT', en: 'AZURE_OPENAI_ENDPOINT' },
        placeholder: {
          zh: '请输入 AZURE_OPENAI_ENDPOINT，例如：https://docs-test-001.openai.azure.com',
          en: 'For example https://docs-test-001.openai.azure.com',
        },
        hint: {
          zh: '请求会发到此地址的 /openai 之下',
          en: 'Calls are sent to /openai at this address',
        },
      },
      other: {
        label: { zh: '默认 API 版本', en: 'Default API version' },
        placeholder: {
          zh: '请输入默认 API 版本，例如：2023-06-01-preview，该配置可以被实际的请求查询参数所覆盖',
          en: 'For example 2023-06-01-preview; a call’s own api-version takes precedence',
        },
        hint: {
          zh: '2024-09-01 之前的版本不支持在流式响应中返回用量，将按估算计费；填 v1 则使用新版接口',
          en: 'Versions before 2024-09-01 report no usage for streams, which are then billed by an estimate. v1 selects the newer API.',
        },
        initial: '2023-06-01-preview',
        pattern: '^(?:\\d{4}-\\d{2}-\\d{2}(?:-preview)?|v1|preview)$',
        malformed: 'channel_api_version_invalid',
      },
    },
    operations: [
      ...(['chat', 'completions', 'embeddings', 'images', 'imageEdits'] as const),
      ...(['speech', 'transcriptions', 'translations', 'realtime'] as const),
    ],
    // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses
    responses: { only: RESPONSES_ONLY, since: '2025-03-01' },
    listsModels: false,
    notice: {
      zh: '部署名称必须与模型名称一致：请求会发到以模型命名的部署，模型名称中的点会被去掉，例如 gpt-4.1 发到部署 gpt-41。新版接口和 Responses 把模型名称原样写在请求里。',
      en: 'Deployments must have the names of their models, without dots. A call to gpt-4.1 goes to the deployment gpt-41. The newer API and Responses send the unchanged name in the body.',
    },
    models: OPENAI_MODELS.filter((model) => model !== 'omni-moderation-latest'),
  },
  {
    id: 8,
    rank: 330,
    name: { zh: '自定义渠道', en: 'Custom' },
    vendor: 'custom',
    hue: 350,
    provider: 'custom',
    baseUrl: '',
    key: singleKey,
    fields: { base_url: 'full-url' },
    listsModels: false,
    notice: {
      zh: '如果你对接的是上游One API或者New API等转发项目，请使用OpenAI类型，不要使用此类型，除非你知道你在做什么。',
      en: 'For an upstream gateway such as One API or New API, use the type OpenAI instead of this one, unless you know what you are doing.',
    },
    models: OPENAI_MODELS,
  },
]
