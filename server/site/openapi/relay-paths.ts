import type { Words } from '#contract/words.ts'

/** A call that API clients make with a token. */
export interface RelayPath {
  method: 'get' | 'post' | 'delete'
  path: string
  summary: Words
  /** Required body fields. */
  required?: string[]
  /** Whether `stream: true` returns events. */
  streams?: true
  /** Answered by this server, without an upstream. */
  local?: true
  /** Creates or reads a task, in the format of a platform's family. */
  task?: true
  /** Becomes a WebSocket to the model named in the query. */
  socket?: true
  /** Needs no token. */
  open?: true
}

const drawing = (path: string, summary: Words, required: string[]): RelayPath => ({
  method: 'post',
  path: `/mj/${path}`,
  summary,
  required,
  task: true,
})

/** Responses that are kept, here or at their vendor, for the token that made them. */
const storedResponsePaths: RelayPath[] = [
  {
    method: 'get',
    path: '/v1/responses/{id}',
    summary: { en: 'A stored response', zh: '读取已存储的响应' },
    local: true,
  },
  {
    method: 'delete',
    path: '/v1/responses/{id}',
    summary: { en: 'Deletes a stored response', zh: '删除已存储的响应' },
    local: true,
  },
  {
    method: 'get',
    path: '/v1/responses/{id}/input_items',
    summary: { en: 'The input of a stored response, in pages', zh: '分页列出已存储响应的输入' },
    local: true,
  },
  {
    method: 'post',
    path: '/v1/responses/{id}/cancel',
    summary: { en: 'Stops a response in the background', zh: '停止后台响应' },
    local: true,
  },
]

/** Tasks of drawing platforms and of Suno. Each path below `/mj` also exists below `/{mode}/mj`. */
const taskPaths: RelayPath[] = [
  drawing(
    'submit/imagine',
    {
      en: 'A drawing of a prompt; also /{mode}/mj/…, as all paths below /mj',
      zh: '按提示词绘图；/mj 下的路径也都可以写作 /{mode}/mj/…',
    },
    ['prompt'],
  ),
  drawing('submit/change', { en: 'A larger, varied or new picture of a task', zh: '放大、变化或重新生成任务的图片' }, [
    'taskId',
    'action',
  ]),
  drawing(
    'submit/simple-change',
    { en: 'The same, as “ID U1”, “ID V1” or “ID R”', zh: '同上，写作“ID U1”“ID V1”或“ID R”' },
    ['content'],
  ),
  drawing('submit/action', { en: 'What a button of a task does', zh: '执行任务上的按钮' }, ['taskId', 'customId']),
  drawing('submit/modal', { en: 'The answer to a dialog that a task has opened', zh: '回答任务弹出的对话框' }, [
    'taskId',
  ]),
  drawing('submit/shorten', { en: 'A shorter prompt', zh: '精简提示词' }, ['prompt']),
  drawing('submit/describe', { en: 'Prompts for a picture', zh: '由图片生成提示词' }, ['base64']),
  drawing('submit/blend', { en: 'One picture of several', zh: '把几张图片合成一张' }, ['base64Array']),
  drawing('submit/upload-discord-images', { en: 'Pictures to refer to', zh: '上传供引用的图片' }, ['base64Array']),
  drawing('insight-face/swap', { en: 'A face in another picture', zh: '替换图片中的人脸' }, [
    'sourceBase64',
    'targetBase64',
  ]),
  drawing('task/list-by-condition', { en: 'Own drawing tasks by their ids', zh: '按 ID 查询自己的绘图任务' }, ['ids']),
  drawing('notify', { en: 'A reason to ask about a task again', zh: '通知任务有更新' }, ['id']),
  {
    method: 'get',
    path: '/mj/task/{id}/fetch',
    summary: { en: 'An own drawing task', zh: '查询自己的一个绘图任务' },
    task: true,
  },
  {
    method: 'get',
    path: '/mj/task/{id}/image-seed',
    summary: { en: 'The seed of an own drawing', zh: '查询自己绘图的种子' },
    task: true,
  },
  {
    method: 'get',
    path: '/mj/image/{id}',
    summary: { en: 'The picture of a drawing task', zh: '绘图任务的图片' },
    task: true,
    open: true,
  },
  {
    method: 'post',
    path: '/suno/submit/{action}',
    summary: { en: 'A song (music) or its lyrics', zh: '生成歌曲（music）或歌词' },
    required: [],
    task: true,
  },
  {
    method: 'post',
    path: '/suno/fetch',
    summary: { en: 'Own songs and lyrics by their ids', zh: '按 ID 查询自己的歌曲和歌词' },
    required: ['ids'],
    task: true,
  },
  {
    method: 'get',
    path: '/suno/fetch/{id}',
    summary: { en: 'An own song or lyrics', zh: '查询自己的一首歌曲或歌词' },
    task: true,
  },
]

/** Google's older clients use `v1beta`, the newer ones `v1`. */
const geminiCalls = (version: string): RelayPath[] => [
  {
    method: 'post',
    path: `/${version}/models/{model}:generateContent`,
    summary: { en: 'Chat, in Gemini format', zh: '对话，Gemini 格式' },
    required: ['contents'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:streamGenerateContent`,
    summary: { en: 'Chat, in Gemini format, as events', zh: '流式对话，Gemini 格式' },
    required: ['contents'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:embedContent`,
    summary: { en: 'The embedding of a text, in Gemini format', zh: '一段文本的嵌入，Gemini 格式' },
    required: ['content'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:batchEmbedContents`,
    summary: { en: 'Embeddings of several texts, in Gemini format', zh: '多段文本的嵌入，Gemini 格式' },
    required: ['requests'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:countTokens`,
    summary: {
      en: 'The tokens of a call, as its vendor counts them, in Gemini format',
      zh: '按厂商的算法计算一次调用的 Token 数，Gemini 格式',
    },
    required: ['contents'],
    local: true,
  },
]

/** Relayed calls, and the other requests of API clients; bodies are in the format of the path. */
export const relayPaths: RelayPath[] = [
  {
    method: 'post',
    path: '/v1/chat/completions',
    summary: { en: 'Chat, in OpenAI format', zh: '对话，OpenAI 格式' },
    required: ['model', 'messages'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/responses',
    summary: {
      en: 'Responses, in OpenAI format; kept for an hour, for later turns alone',
      zh: 'Responses，OpenAI 格式；回答保留一小时，仅供后续对话引用',
    },
    required: ['model', 'input'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/responses/compact',
    summary: {
      en: 'A conversation as its messages of the user and a sealed summary, in OpenAI format',
      zh: '把对话压缩为用户消息和一份加密摘要，OpenAI 格式',
    },
    required: ['model', 'input'],
  },
  {
    method: 'post',
    path: '/v1/completions',
    summary: { en: 'Text completion, in OpenAI format', zh: '文本补全，OpenAI 格式' },
    required: ['model', 'prompt'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/messages',
    summary: { en: 'Chat, in Anthropic format', zh: '对话，Anthropic 格式' },
    required: ['model', 'messages'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/messages/count_tokens',
    summary: {
      en: 'The tokens of a message, as its vendor counts them, in Anthropic format',
      zh: '按厂商的算法计算消息的 Token 数，Anthropic 格式',
    },
    required: ['model', 'messages'],
    local: true,
  },
  {
    method: 'post',
    path: '/v1/responses/input_tokens',
    summary: {
      en: 'The tokens of a response, as its vendor counts them, in OpenAI format',
      zh: '按厂商的算法计算请求的 Token 数，OpenAI 格式',
    },
    required: ['model', 'input'],
    local: true,
  },
  ...storedResponsePaths,
  ...['v1beta', 'v1', 'v1alpha'].flatMap(geminiCalls),
  {
    method: 'post',
    path: '/v1/embeddings',
    summary: { en: 'Embeddings, in OpenAI format', zh: '嵌入，OpenAI 格式' },
    required: ['model', 'input'],
  },
  {
    method: 'post',
    path: '/v1/engines/{model}/embeddings',
    summary: { en: 'Embeddings, as before', zh: '嵌入，旧地址' },
    required: ['input'],
  },
  {
    method: 'post',
    path: '/v1/images/generations',
    summary: { en: 'Pictures, in OpenAI format', zh: '生成图片，OpenAI 格式' },
    required: ['prompt'],
  },
  {
    method: 'post',
    path: '/v1/images/edits',
    summary: {
      en: 'Pictures changed by a prompt, with a mask, from a form',
      zh: '按提示词修改图片，可带蒙版，表单上传',
    },
    required: ['image', 'prompt'],
  },
  {
    method: 'post',
    path: '/v1/images/variations',
    summary: { en: 'Variations of a picture, from a form', zh: '图片变体，表单上传' },
    required: ['image'],
  },
  {
    method: 'post',
    path: '/v1/audio/speech',
    summary: { en: 'Speech, in OpenAI format', zh: '语音合成，OpenAI 格式' },
    required: ['input'],
  },
  {
    method: 'post',
    path: '/v1/audio/transcriptions',
    summary: { en: 'What a recording says, from a form', zh: '语音转写，表单上传' },
    required: ['file'],
  },
  {
    method: 'post',
    path: '/v1/audio/translations',
    summary: { en: 'The same in English, from a form', zh: '语音转写并译为英文，表单上传' },
    required: ['file'],
  },
  {
    method: 'post',
    path: '/v1/moderations',
    summary: { en: 'Moderation, in OpenAI format', zh: '内容审核，OpenAI 格式' },
    required: ['input'],
  },
  {
    method: 'post',
    path: '/v1/rerank',
    summary: {
      en: 'Documents by their relevance to a query, in the format of Jina',
      zh: '按与查询的相关性重排文档，Jina 格式',
    },
    required: ['model', 'query', 'documents'],
  },
  {
    method: 'post',
    path: '/v2/chat',
    summary: { en: 'Chat, in Cohere format', zh: '对话，Cohere 格式' },
    required: ['model', 'messages'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v2/embed',
    summary: { en: 'Embeddings, in Cohere format', zh: '嵌入，Cohere 格式' },
    required: ['model'],
  },
  {
    method: 'post',
    path: '/v2/rerank',
    summary: {
      en: 'Documents by their relevance to a query, in Cohere format',
      zh: '按与查询的相关性重排文档，Cohere 格式',
    },
    required: ['model', 'query', 'documents'],
  },
  {
    method: 'get',
    path: '/v1/realtime',
    summary: { en: 'A realtime session, as a WebSocket', zh: '实时会话，WebSocket' },
    socket: true,
  },
  {
    method: 'get',
    path: '/v1/responses',
    summary: {
      en: 'Refused with 426: responses are not served over a WebSocket',
      zh: '返回 426：Responses 不支持 WebSocket',
    },
    socket: true,
    open: true,
  },
  { method: 'get', path: '/v1/models', summary: { en: 'Models that the token can use', zh: '密钥可用的模型' } },
  {
    method: 'get',
    path: '/v1beta/models',
    summary: { en: 'Models that the token can use, in Gemini format', zh: '密钥可用的模型，Gemini 格式' },
  },
  {
    method: 'get',
    path: '/v1alpha/models',
    summary: { en: 'Models that the token can use, in Gemini format', zh: '密钥可用的模型，Gemini 格式' },
  },
  { method: 'get', path: '/v1/models/{model}', summary: { en: 'One model', zh: '一个模型' } },
  {
    method: 'get',
    path: '/v1beta/models/{model}',
    summary: { en: 'One model, in Gemini format', zh: '一个模型，Gemini 格式' },
  },
  {
    method: 'get',
    path: '/v1alpha/models/{model}',
    summary: { en: 'One model, in Gemini format', zh: '一个模型，Gemini 格式' },
  },
  {
    method: 'get',
    path: '/v1/key',
    summary: { en: 'Limits of the token, their use and resets', zh: '密钥的限制、使用情况与重置时间' },
  },
  {
    method: 'get',
    path: '/v1/dashboard/billing/subscription',
    summary: { en: 'Limits of the token or its user', zh: '密钥或其账户的额度上限' },
  },
  {
    method: 'get',
    path: '/v1/dashboard/billing/usage',
    summary: { en: 'What was used, in cents', zh: '已用金额，单位为美分' },
  },
  ...taskPaths,
]
