import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'
import { OPENAI_FORMAT, singleKey } from './single-key.ts'

/** Chinese vendors with OpenAI's API. */
export const chinaTypes: readonly ChannelType[] = [
  {
    id: 17,
    rank: 140,
    name: { zh: '阿里通义千问', en: 'Alibaba Qwen' },
    vendor: 'alibaba',
    hue: 35,
    provider: 'openai',
    baseUrl: 'https://dashscope.aliyuncs.com',
    key: singleKey,
    fields: {
      base_url: 'optional',
      other: {
        label: { zh: '插件 ID', en: 'Plugin ID' },
        placeholder: { zh: '选填，例如：{"calculator":{}}', en: 'Optional, for example {"calculator":{}}' },
        hint: { zh: '以请求头 X-DashScope-Plugin 发送', en: 'Sent as the header X-DashScope-Plugin' },
        header: 'x-dashscope-plugin',
        pattern: '^[\\x20-\\x7e]*$',
        malformed: 'channel_plugin_invalid',
      },
    },
    operations: ['chat', 'embeddings'],
    paths: {
      chat: '/compatible-mode/v1/chat/completions',
      embeddings: '/compatible-mode/v1/embeddings',
      models: '/compatible-mode/v1/models',
    },
    body: { limits: { top_p: [0.001, 0.999] } },
    models: names(`
      qwen3.7-max qwen3.6-plus qwen3.5-plus qwen3.5-flash qwen3-max qwen-max qwen-plus qwen-flash qwen-turbo qwen-long
      qwen3-coder-plus qwen3-coder-flash qwq-plus qwen3-vl-plus qwen-vl-max text-embedding-v4 text-embedding-v3
    `),
  },
  {
    id: 26,
    rank: 170,
    name: { zh: '智谱 GLM-4V', en: 'Zhipu GLM-4V' },
    vendor: 'zhipu',
    hue: 280,
    provider: 'zhipu',
    baseUrl: 'https://open.bigmodel.cn',
    key: {
      ...singleKey,
      hint: {
        zh: '形如 id.secret 的密钥会签发为短期令牌，其他密钥原样发送',
        en: 'A key of the form id.secret signs short-lived tokens; other keys are sent unchanged',
      },
    },
    fields: { base_url: 'optional' },
    operations: ['chat', 'embeddings'],
    paths: { chat: '/api/paas/v4/chat/completions', embeddings: '/api/paas/v4/embeddings' },
    listsModels: false,
    // The last chunk always has the usage.
    body: { streamOptions: 'dropped', limits: { top_p: [0.01, 0.99], temperature: [0.01, 1] } },
    models: names(`
      glm-5.3 glm-5.2 glm-5.1 glm-5 glm-5-turbo glm-5v-turbo glm-4.7 glm-4.7-flash glm-4.6 glm-4.6v glm-4.5
      glm-4.5-air glm-4.5-flash glm-4.5v glm-4-plus glm-4-long glm-4-flash glm-4v-plus embedding-3 embedding-2
    `),
  },
  {
    ...OPENAI_FORMAT,
    id: 25,
    rank: 210,
    name: { zh: 'Moonshot', en: 'Moonshot' },
    vendor: 'moonshot',
    hue: 140,
    baseUrl: 'https://api.moonshot.cn',
    operations: ['chat'],
    // The last choice always has the usage.
    body: { streamOptions: 'kept', limits: { temperature: [0, 1] } },
    models: names(`
      kimi-k3.1-pro kimi-k3.1-pro-highspeed kimi-k3 kimi-k2.6 kimi-k2.5 kimi-k2-thinking kimi-k2-turbo-preview
      moonshot-v1-8k moonshot-v1-32k moonshot-v1-128k moonshot-v1-8k-vision-preview
    `),
  },
  {
    ...OPENAI_FORMAT,
    id: 19,
    rank: 230,
    name: { zh: '360 智脑', en: '360 Zhinao' },
    vendor: 'qihoo360',
    hue: 220,
    baseUrl: 'https://api.360.cn',
    operations: ['chat', 'embeddings'],
    listsModels: false,
    body: { streamOptions: 'dropped' },
    models: ['360gpt-turbo', '360gpt-pro', '360gpt2-pro', '360gpt2-o1', 'embedding_s1_v1', 'embedding-bert-512-v1'],
  },
  {
    ...OPENAI_FORMAT,
    id: 31,
    rank: 250,
    name: { zh: '零一万物', en: '01.AI' },
    vendor: 'lingyiwanwu',
    hue: 120,
    baseUrl: 'https://api.lingyiwanwu.com',
    operations: ['chat'],
    body: { streamOptions: 'dropped' },
    models: ['yi-lightning', 'yi-large', 'yi-large-turbo', 'yi-medium', 'yi-medium-200k', 'yi-spark', 'yi-vision-v2'],
  },
  {
    ...OPENAI_FORMAT,
    id: 35,
    rank: 260,
    name: { zh: 'MiniMax', en: 'MiniMax' },
    vendor: 'minimax',
    hue: 130,
    baseUrl: 'https://api.minimax.chat',
    operations: ['chat'],
    paths: { chat: '/v1/text/chatcompletion_v2' },
    listsModels: false,
    // The last frame always has the usage; a temperature of 0 is refused.
    body: { streamOptions: 'dropped', limits: { temperature: [0.01, 1] } },
    models: names(`
      MiniMax-M3 MiniMax-M2.7 MiniMax-M2.5 MiniMax-M2 MiniMax-M1 MiniMax-Text-01 abab6.5s-chat
    `),
  },
  {
    ...OPENAI_FORMAT,
    id: 40,
    rank: 290,
    name: { zh: 'SiliconCloud', en: 'SiliconCloud' },
    vendor: 'siliconflow',
    hue: 285,
    baseUrl: 'https://api.siliconflow.cn',
    operations: ['chat', 'embeddings', 'rerank'],
    models: names(`
      deepseek-ai/DeepSeek-V3 deepseek-ai/DeepSeek-R1 Pro/deepseek-ai/DeepSeek-V3 Pro/deepseek-ai/DeepSeek-R1
      Qwen/Qwen3-235B-A22B Qwen/Qwen3-32B Qwen/Qwen3-14B Qwen/Qwen3-8B Qwen/QwQ-32B Qwen/Qwen2.5-72B-Instruct
      THUDM/GLM-4-9B-0414 BAAI/bge-m3 BAAI/bge-large-zh-v1.5
    `),
  },
  {
    ...OPENAI_FORMAT,
    id: 43,
    rank: 200,
    name: { zh: 'DeepSeek', en: 'DeepSeek' },
    vendor: 'deepseek',
    hue: 230,
    baseUrl: 'https://api.deepseek.com',
    operations: ['chat', 'completions'],
    paths: { completions: '/beta/completions', models: '/models' },
    // The last chunk always has the usage.
    body: { streamOptions: 'kept' },
    models: ['deepseek-v4-pro', 'deepseek-v4-flash', 'deepseek-chat', 'deepseek-reasoner'],
  },
  {
    id: 45,
    rank: 220,
    name: { zh: '火山方舟（豆包）', en: 'Volcengine Ark (Doubao)' },
    vendor: 'bytedance',
    hue: 215,
    provider: 'ark',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    key: singleKey,
    fields: { base_url: 'optional' },
    operations: ['chat', 'embeddings'],
    paths: { chat: '/api/v3/chat/completions', embeddings: '/api/v3/embeddings' },
    listsModels: false,
    notice: {
      zh: '如果使用推理接入点或应用，请在模型重定向中把模型换成接入点 ID（ep- 开头）或应用 ID（bot- 开头）。',
      en: 'To call an inference endpoint or an app, map the model to its ID (ep-… or bot-…) in the model mapping.',
    },
    models: [
      'doubao-seed-1-6-250615',
      'doubao-seed-1-6-flash-250615',
      'doubao-1-5-pro-32k-250115',
      'doubao-1-5-lite-32k-250115',
    ],
  },
  {
    ...OPENAI_FORMAT,
    id: 46,
    rank: 130,
    name: { zh: '百度千帆 V2', en: 'Baidu Qianfan V2' },
    vendor: 'baidu',
    hue: 225,
    baseUrl: 'https://qianfan.baidubce.com',
    operations: ['chat', 'embeddings'],
    paths: { chat: '/v2/chat/completions', embeddings: '/v2/embeddings' },
    listsModels: false,
    models: names(`
      ernie-5.0-thinking-latest ernie-4.5-turbo-128k ernie-4.5-turbo-32k ernie-4.5-turbo-vl ernie-x1-turbo-32k
      ernie-4.0-8k ernie-3.5-8k ernie-speed-8k ernie-lite-8k ernie-tiny-8k
    `),
  },
]
