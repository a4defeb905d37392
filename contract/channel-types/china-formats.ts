import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'

/** One part of a key: a text, optionally surrounded by blanks. */
const PART = '\\s*[^|\\s]+\\s*'

/** Chinese vendors with their own chat formats. */
export const chinaVendorTypes: readonly ChannelType[] = [
  {
    id: 15,
    rank: 120,
    name: { zh: '百度文心千帆', en: 'Baidu Qianfan' },
    vendor: 'baidu',
    hue: 215,
    provider: 'baidu',
    baseUrl: 'https://aip.baidubce.com',
    key: {
      parts: [
        { name: 'api_key', label: { zh: 'APIKey', en: 'API key' } },
        { name: 'secret_key', label: { zh: 'SecretKey', en: 'Secret key' } },
      ],
      separator: '|',
      shape: { pattern: `^${PART}\\|${PART}$`, malformed: 'channel_key_baidu' },
    },
    fields: { base_url: 'optional' },
    operations: ['chat', 'embeddings'],
    listsModels: false,
    models: names(`
      ERNIE-4.0-8K ERNIE-4.0-Turbo-8K ERNIE-3.5-8K ERNIE-3.5-8K-0205 ERNIE-3.5-8K-1222 ERNIE-3.5-4K-0205 ERNIE-Bot-8K
      ERNIE-Speed-8K ERNIE-Speed-128K ERNIE-Lite-8K-0922 ERNIE-Lite-8K-0308 ERNIE-Tiny-8K ERNIE-Function-8K
      ERNIE-Character-8K BLOOMZ-7B Embedding-V1 bge-large-zh bge-large-en tao-8k
    `),
  },
  {
    id: 16,
    rank: 160,
    name: { zh: '智谱 ChatGLM', en: 'Zhipu ChatGLM' },
    vendor: 'zhipu',
    hue: 270,
    provider: 'chatglm',
    baseUrl: 'https://open.bigmodel.cn',
    key: {
      parts: [{ name: 'key', label: { zh: '密钥（id.secret）', en: 'Key (id.secret)' } }],
      separator: '',
      shape: { pattern: '^[^.\\s]+\\.[^.\\s]+$', malformed: 'channel_key_zhipu' },
    },
    fields: { base_url: 'optional' },
    operations: ['chat'],
    listsModels: false,
    models: ['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite'],
  },
  {
    id: 18,
    rank: 150,
    name: { zh: '讯飞星火认知', en: 'iFlytek Spark' },
    vendor: 'iflytek',
    hue: 225,
    provider: 'spark',
    baseUrl: 'https://spark-api.xf-yun.com',
    key: {
      parts: [
        { name: 'app_id', label: { zh: 'APPID', en: 'App ID' } },
        { name: 'api_secret', label: { zh: 'APISecret', en: 'API secret' } },
        { name: 'api_key', label: { zh: 'APIKey', en: 'API key' } },
      ],
      separator: '|',
      shape: { pattern: `^${PART}\\|${PART}\\|${PART}$`, malformed: 'channel_key_spark' },
    },
    fields: {
      base_url: 'optional',
      other: {
        label: { zh: '模型版本', en: 'Model version' },
        placeholder: {
          zh: '请输入星火大模型版本，注意是接口地址中的版本号，例如：v2.1',
          en: 'Version in the API address, for example v2.1',
        },
        hint: {
          zh: '模型名称中没有版本时使用，例如 SparkDesk；名称中有版本的（SparkDesk-v3.5、Spark-Max）以名称为准。',
          en: 'Used for model names without a version, such as SparkDesk. Names such as SparkDesk-v3.5 and Spark-Max include theirs.',
        },
        initial: 'v2.1',
        pattern: '^(?:v\\d+\\.\\d+|pro-128k|max-32k)$',
        malformed: 'channel_model_version_invalid',
      },
    },
    operations: ['chat'],
    listsModels: false,
    models: names(`
      SparkDesk SparkDesk-v1.1 SparkDesk-v2.1 SparkDesk-v3.1 SparkDesk-v3.5 SparkDesk-v4.0 Spark-Lite Spark-Pro
      Spark-Pro-128K Spark-Max Spark-Max-32K Spark-4.0-Ultra
    `),
  },
  {
    id: 23,
    rank: 240,
    name: { zh: '腾讯混元', en: 'Tencent Hunyuan' },
    vendor: 'tencent',
    hue: 180,
    provider: 'hunyuan',
    baseUrl: 'https://hunyuan.tencentcloudapi.com',
    key: {
      parts: [
        { name: 'app_id', label: { zh: 'AppId', en: 'App ID' } },
        { name: 'secret_id', label: { zh: 'SecretId', en: 'Secret ID' } },
        { name: 'secret_key', label: { zh: 'SecretKey', en: 'Secret key' } },
      ],
      separator: '|',
      shape: { pattern: `^\\s*\\d+\\s*\\|${PART}\\|${PART}$`, malformed: 'channel_key_tencent' },
    },
    fields: { base_url: 'optional' },
    operations: ['chat', 'embeddings'],
    listsModels: false,
    models: names(`
      hunyuan-lite hunyuan-standard hunyuan-standard-256K hunyuan-pro hunyuan-turbo hunyuan-turbo-latest
      hunyuan-turbos-latest hunyuan-t1-latest hunyuan-large hunyuan-functioncall hunyuan-vision hunyuan-turbo-vision
      hunyuan-embedding
    `),
  },
]
