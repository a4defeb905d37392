import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'

const GEMINI_MODELS = names(`
  gemini-4-carbon gemini-4-argon gemini-4-hydrogen gemini-3.8-flash gemini-3.5-flash gemini-3.5-flash-lite
  gemini-3.1-pro-preview gemini-3.1-flash-lite gemini-3-flash-preview gemini-2.5-pro gemini-2.5-flash
  gemini-2.5-flash-lite gemini-3.1-flash-image gemini-2.5-flash-image gemini-embedding-001
`)

const REGION = '[a-z][a-z0-9-]*'
const PAIR = `\\s*"[^"]+"\\s*:\\s*"${REGION}"\\s*`

/** Google channels: with an AI Studio key (its former service too), and with a Google Cloud service account. */
export const googleTypes: readonly ChannelType[] = [
  {
    id: 41,
    rank: 80,
    name: { zh: 'Vertex AI', en: 'Vertex AI' },
    vendor: 'google',
    hue: 220,
    provider: 'vertex',
    baseUrl: '',
    key: {
      parts: [{ name: 'key', label: { zh: '鉴权json', en: 'Service account JSON' } }],
      separator: '',
      hint: {
        zh: '可以粘贴或拖入密钥文件；也可以填写快速模式的 API 密钥，只能用于 Gemini 对话，不使用部署地区',
        en: 'Paste the key file or drop it here. An API key of express mode also works, for Gemini chats only and without a region.',
      },
      shape: {
        pattern: `^(?:${['project_id', 'private_key', 'client_email'].map((name) => `(?=[^]*"${name}"\\s*:)`).join('')}\\{[^]*|[\\w.-]{20,})$`,
        malformed: 'channel_key_google',
      },
    },
    fields: {
      base_url: 'optional',
      other: {
        label: { zh: '部署地区', en: 'Region' },
        placeholder: { zh: '请输入部署地区，例如：us-central1', en: 'For example us-central1' },
        hint: {
          zh: '所有模型同一地区时直接填写；按模型区分时填写 JSON，必须包含 default，例如：{"default": "us-central1", "claude-3-5-sonnet-20240620": "europe-west1"}',
          en: 'One region for all models, or JSON by model with a default: {"default": "us-central1", "claude-3-5-sonnet-20240620": "europe-west1"}',
        },
        initial: 'us-central1',
        // A flat JSON object of texts with a default.
        pattern: `^(?:${REGION}|(?=[^]*"default"\\s*:)\\{${PAIR}(?:,${PAIR})*\\})$`,
        malformed: 'channel_region_invalid',
      },
    },
    operations: ['chat', 'embeddings'],
    listsModels: false,
    models: [
      ...GEMINI_MODELS,
      'claude-opus-4-6',
      'claude-sonnet-4-6',
      'claude-opus-4-5@20251101',
      'claude-sonnet-4-5@20250929',
      'claude-haiku-4-5@20251001',
      'meta/llama-4-maverick-17b-128e-instruct-maas',
      'meta/llama-4-scout-17b-16e-instruct-maas',
      'meta/llama-3.3-70b-instruct-maas',
    ],
  },
  {
    id: 24,
    rank: 100,
    name: { zh: 'Google Gemini', en: 'Google Gemini' },
    vendor: 'google',
    hue: 40,
    provider: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    key: { parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }], separator: '' },
    fields: {
      base_url: 'optional',
      other: {
        label: { zh: 'API 版本', en: 'API version' },
        placeholder: { zh: '请输入 API 版本，默认 v1beta', en: 'v1beta by default' },
        initial: 'v1beta',
        pattern: '^v\\d+(?:alpha|beta)?\\d*$',
        malformed: 'channel_gemini_version_invalid',
      },
    },
    operations: ['chat', 'embeddings'],
    models: GEMINI_MODELS,
  },
  {
    id: 11,
    rank: 180,
    name: { zh: 'Google PaLM2', en: 'Google PaLM2' },
    vendor: 'google',
    hue: 40,
    provider: 'palm',
    baseUrl: 'https://generativelanguage.googleapis.com',
    key: { parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }], separator: '' },
    fields: { base_url: 'optional' },
    notice: {
      zh: 'Google 已停止 PaLM 服务，新渠道请使用 Google Gemini。仅支持文本对话；流式请求会在完整回答后一次返回，用量按估算计费。',
      en: 'Google has discontinued PaLM. Use Google Gemini for new channels. Supports text chats only; a stream delivers the whole response in one piece, and usage is estimated.',
    },
    operations: ['chat'],
    listsModels: false,
    models: ['PaLM-2'],
  },
]
