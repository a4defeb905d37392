import { names } from '../name-list.ts'
import type { Words } from '../words.ts'
import type { ChannelType } from './channel-type.ts'

/** The platform of a type whose calls start a task instead of returning an answer. */
export type TaskPlatform = 'midjourney' | 'suno'

const PLATFORMS: readonly string[] = ['midjourney', 'suno'] satisfies TaskPlatform[]

/** The platform of a provider's tasks; undefined = its calls are answered directly. */
export const taskPlatform = (provider: string | undefined): TaskPlatform | undefined =>
  PLATFORMS.includes(provider ?? '') ? (provider as TaskPlatform) : undefined

const address = (path: string, { zh, en }: Words) => ({
  label: { zh: '代理地址', en: 'Address' },
  placeholder: { zh, en },
  hint: { zh: `请求会发到此地址的 ${path} 之下`, en: `Calls are sent to ${path} at this address` },
})
const mjAddress = address('/mj', {
  zh: '例如：https://mj.example.com',
  en: 'For example https://mj.example.com',
})
const sunoAddress = address('/suno', {
  zh: '请输入到 /suno 前的路径，通常就是域名，例如：https://api.example.com',
  en: 'Address up to /suno, for example https://api.example.com',
})

const secret = { parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }], separator: '' }

const DRAWINGS = names(`
  mj_imagine mj_variation mj_reroll mj_blend mj_upscale mj_describe mj_upload
`)

/** Types whose calls start tasks. */
export const taskChannelTypes: readonly ChannelType[] = [
  {
    id: 2,
    rank: 20,
    name: { zh: 'Midjourney Proxy', en: 'Midjourney Proxy' },
    vendor: 'midjourney',
    hue: 210,
    provider: 'midjourney',
    baseUrl: '',
    key: secret,
    fields: { base_url: 'required', base_url_words: mjAddress },
    operations: [],
    listsModels: false,
    notice: {
      zh: '请填写 /mj 之前的地址，密钥填写该服务的 mj-api-secret。绘图渠道不支持测试。',
      en: 'Enter the address up to /mj, and its mj-api-secret as the key. Drawing channels cannot be tested.',
    },
    models: DRAWINGS,
  },
  {
    id: 5,
    rank: 30,
    name: { zh: 'Midjourney Proxy Plus', en: 'Midjourney Proxy Plus' },
    vendor: 'midjourney',
    hue: 225,
    provider: 'midjourney',
    baseUrl: '',
    key: secret,
    fields: { base_url: 'required', base_url_words: mjAddress },
    operations: [],
    listsModels: false,
    notice: {
      zh: '请填写 /mj 之前的地址，密钥填写该服务的 mj-api-secret。对接同类网关时也请使用此类型。绘图渠道不支持测试。',
      en: 'Enter the address up to /mj, and its mj-api-secret as the key. Also use this type for another gateway of this family. Drawing channels cannot be tested.',
    },
    models: [
      ...DRAWINGS,
      'swap_face',
      'mj_zoom',
      'mj_shorten',
      'mj_modal',
      'mj_inpaint',
      'mj_custom_zoom',
      'mj_high_variation',
      'mj_low_variation',
      'mj_pan',
    ],
  },
  {
    id: 36,
    rank: 40,
    name: { zh: 'Suno API', en: 'Suno API' },
    vendor: 'suno',
    hue: 285,
    provider: 'suno',
    baseUrl: '',
    key: secret,
    fields: { base_url: 'required', base_url_words: sunoAddress },
    operations: [],
    listsModels: false,
    notice: {
      zh: '注意非Chat API，请务必填写正确的API地址，否则可能导致无法使用。请输入到 /suno 前的路径，通常就是域名，例如：https://api.example.com',
      en: 'This is not a chat API and works only with the correct address. Enter the address up to /suno, usually the domain, such as https://api.example.com.',
    },
    models: ['suno_music', 'suno_lyrics'],
  },
]
