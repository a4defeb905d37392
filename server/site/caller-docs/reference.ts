import type { Language } from '#contract/errors.ts'
import type { Words } from '#contract/words.ts'
import { type RelayPath, relayPaths } from '../openapi/relay-paths.ts'

interface Group extends Words {
  id: string
  paths: RegExp
  /** Said below the heading. */
  note?: Words
}

const GROUPS: readonly Group[] = [
  { id: 'openai', en: 'Conversations, OpenAI', zh: '对话：OpenAI', paths: /^\/v1\/(?:chat\/|completions|responses)/ },
  { id: 'anthropic', en: 'Conversations, Anthropic', zh: '对话：Anthropic', paths: /^\/v1\/messages/ },
  {
    id: 'gemini',
    en: 'Gemini',
    zh: 'Gemini',
    paths: /^\/v1beta\//,
    note: { en: 'Also available under `/v1` and `/v1alpha`.', zh: '也可以使用 `/v1` 和 `/v1alpha` 开头的地址。' },
  },
  { id: 'cohere', en: 'Cohere', zh: 'Cohere', paths: /^\/v2\// },
  {
    id: 'media',
    en: 'Embeddings, images and audio',
    zh: '嵌入、图片与语音',
    paths: /^\/v1\/(?:embeddings|engines|images|audio|moderations|rerank)/,
  },
  { id: 'realtime', en: 'Realtime', zh: '实时会话', paths: /^\/v1\/realtime/ },
  { id: 'lists', en: 'Models, limits and balance', zh: '模型、限制与余额', paths: /^\/v1\/(?:models|key|dashboard)/ },
  { id: 'drawings', en: 'Drawings', zh: '绘图', paths: /^\/mj\// },
  { id: 'songs', en: 'Songs', zh: '音乐', paths: /^\/suno\// },
]

/** The older and the newer version of Gemini's addresses do what `v1beta` does. */
const OTHER_VERSIONS = /^\/(?:v1alpha\/|v1\/models\/\{model\}:)/
const NEEDS: Words = { en: 'Required: ', zh: '必填：' }
const STREAMS: Words = { en: 'Streams with `stream: true`.', zh: '`stream: true` 时流式返回。' }
const OPEN: Words = { en: 'No key required.', zh: '无需密钥。' }

/** Writes the calls of the relay as Markdown: a section for each group, and in it one for each call. */
export function reference(language: Language): string {
  // A WebSocket that is always refused is nothing to call.
  const offered = relayPaths.filter(({ path, socket, open }) => !OTHER_VERSIONS.test(path) && !(socket && open))
  return GROUPS.map((group) => {
    const calls = offered.filter(({ path }) => group.paths.test(path))
    const note = group.note ? `\n\n${group.note[language]}` : ''
    return `## ${group[language]} {#${group.id}}${note}\n\n${calls.map((call) => section(call, language)).join('\n\n')}`
  }).join('\n\n')
}

function section({ method, path, summary, required = [], streams, open }: RelayPath, language: Language): string {
  const anchor = `${method}${path}`.replace(/\W+/g, '-').replace(/-$/, '')
  const fields = required.map((name) => `\`${name}\``).join(language === 'zh' ? '、' : ', ')
  const facts = [
    `${summary[language]}${language === 'zh' ? '。' : '.'}`,
    fields && `${NEEDS[language]}${fields}${language === 'zh' ? '。' : '.'}`,
    streams && STREAMS[language],
    open && OPEN[language],
  ]
  return `### \`${method.toUpperCase()}\` \`${path}\` {#${anchor}}\n\n${facts.filter(Boolean).join(language === 'zh' ? '' : ' ')}`
}
