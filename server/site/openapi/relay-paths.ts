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

/**
 * The calls, two lines each: method, path, required fields of the body, and properties of RelayPath; then the summary in
 * English and Chinese. `{version}` stands for Google's: older clients use `v1beta`, newer ones `v1`.
 */
const CALLS = `
POST /v1/chat/completions (model messages) streams
  Chat, in OpenAI format | 对话，OpenAI 格式
POST /v1/responses (model input) streams
  Responses, in OpenAI format; kept for an hour, for later turns alone | Responses，OpenAI 格式；回答保留一小时，仅供后续对话引用
POST /v1/responses/compact (model input)
  A conversation as its messages of the user and a sealed summary, in OpenAI format | 把对话压缩为用户消息和一份加密摘要，OpenAI 格式
POST /v1/completions (model prompt) streams
  Text completion, in OpenAI format | 文本补全，OpenAI 格式
POST /v1/messages (model messages) streams
  Chat, in Anthropic format | 对话，Anthropic 格式
POST /v1/messages/count_tokens (model messages) local
  The tokens of a message, as its vendor counts them, in Anthropic format | 按厂商的算法计算消息的 Token 数，Anthropic 格式
POST /v1/responses/input_tokens (model input) local
  The tokens of a response, as its vendor counts them, in OpenAI format | 按厂商的算法计算请求的 Token 数，OpenAI 格式
GET /v1/responses/{id} local
  A stored response | 读取已存储的响应
DELETE /v1/responses/{id} local
  Deletes a stored response | 删除已存储的响应
GET /v1/responses/{id}/input_items local
  The input of a stored response, in pages | 分页列出已存储响应的输入
POST /v1/responses/{id}/cancel local
  Stops a response in the background | 停止后台响应
POST /{version}/models/{model}:generateContent (contents)
  Chat, in Gemini format | 对话，Gemini 格式
POST /{version}/models/{model}:streamGenerateContent (contents)
  Chat, in Gemini format, as events | 流式对话，Gemini 格式
POST /{version}/models/{model}:embedContent (content)
  The embedding of a text, in Gemini format | 一段文本的嵌入，Gemini 格式
POST /{version}/models/{model}:batchEmbedContents (requests)
  Embeddings of several texts, in Gemini format | 多段文本的嵌入，Gemini 格式
POST /{version}/models/{model}:countTokens (contents) local
  The tokens of a call, as its vendor counts them, in Gemini format | 按厂商的算法计算一次调用的 Token 数，Gemini 格式
POST /v1/embeddings (model input)
  Embeddings, in OpenAI format | 嵌入，OpenAI 格式
POST /v1/engines/{model}/embeddings (input)
  Embeddings, as before | 嵌入，旧地址
POST /v1/images/generations (prompt)
  Pictures, in OpenAI format | 生成图片，OpenAI 格式
POST /v1/images/edits (image prompt)
  Pictures changed by a prompt, with a mask, from a form | 按提示词修改图片，可带蒙版，表单上传
POST /v1/images/variations (image)
  Variations of a picture, from a form | 图片变体，表单上传
POST /v1/audio/speech (input)
  Speech, in OpenAI format | 语音合成，OpenAI 格式
POST /v1/audio/transcriptions (file)
  What a recording says, from a form | 语音转写，表单上传
POST /v1/audio/translations (file)
  The same in English, from a form | 语音转写并译为英文，表单上传
POST /v1/moderations (input)
  Moderation, in OpenAI format | 内容审核，OpenAI 格式
POST /v1/rerank (model query documents)
  Documents by their relevance to a query, in the format of Jina | 按与查询的相关性重排文档，Jina 格式
POST /v2/chat (model messages) streams
  Chat, in Cohere format | 对话，Cohere 格式
POST /v2/embed (model)
  Embeddings, in Cohere format | 嵌入，Cohere 格式
POST /v2/rerank (model query documents)
  Documents by their relevance to a query, in Cohere format | 按与查询的相关性重排文档，Cohere 格式
GET /v1/realtime socket
  A realtime session, as a WebSocket | 实时会话，WebSocket
GET /v1/responses socket open
  Refused with 426: responses are not served over a WebSocket | 返回 426：Responses 不支持 WebSocket
GET /v1/models
  Models that the token can use | 密钥可用的模型
GET /v1beta/models
  Models that the token can use, in Gemini format | 密钥可用的模型，Gemini 格式
GET /v1alpha/models
  Models that the token can use, in Gemini format | 密钥可用的模型，Gemini 格式
GET /v1/models/{model}
  One model | 一个模型
GET /v1beta/models/{model}
  One model, in Gemini format | 一个模型，Gemini 格式
GET /v1alpha/models/{model}
  One model, in Gemini format | 一个模型，Gemini 格式
GET /v1/key
  Limits of the token, their use and resets | 密钥的限制、使用情况与重置时间
GET /v1/dashboard/billing/subscription
  Limits of the token or its user | 密钥或其账户的额度上限
GET /v1/dashboard/billing/usage
  What was used, in cents | 已用金额，单位为美分
POST /mj/submit/imagine (prompt) task
  A drawing of a prompt; also /{mode}/mj/…, as all paths below /mj | 按提示词绘图；/mj 下的路径也都可以写作 /{mode}/mj/…
POST /mj/submit/change (taskId action) task
  A larger, varied or new picture of a task | 放大、变化或重新生成任务的图片
POST /mj/submit/simple-change (content) task
  The same, as “ID U1”, “ID V1” or “ID R” | 同上，写作“ID U1”“ID V1”或“ID R”
POST /mj/submit/action (taskId customId) task
  What a button of a task does | 执行任务上的按钮
POST /mj/submit/modal (taskId) task
  The answer to a dialog that a task has opened | 回答任务弹出的对话框
POST /mj/submit/shorten (prompt) task
  A shorter prompt | 精简提示词
POST /mj/submit/describe (base64) task
  Prompts for a picture | 由图片生成提示词
POST /mj/submit/blend (base64Array) task
  One picture of several | 把几张图片合成一张
POST /mj/submit/upload-discord-images (base64Array) task
  Pictures to refer to | 上传供引用的图片
POST /mj/insight-face/swap (sourceBase64 targetBase64) task
  A face in another picture | 替换图片中的人脸
POST /mj/task/list-by-condition (ids) task
  Own drawing tasks by their ids | 按 ID 查询自己的绘图任务
POST /mj/notify (id) task
  A reason to ask about a task again | 通知任务有更新
GET /mj/task/{id}/fetch task
  An own drawing task | 查询自己的一个绘图任务
GET /mj/task/{id}/image-seed task
  The seed of an own drawing | 查询自己绘图的种子
GET /mj/image/{id} task open
  The picture of a drawing task | 绘图任务的图片
POST /suno/submit/{action} () task
  A song (music) or its lyrics | 生成歌曲（music）或歌词
POST /suno/fetch (ids) task
  Own songs and lyrics by their ids | 按 ID 查询自己的歌曲和歌词
GET /suno/fetch/{id} task
  An own song or lyrics | 查询自己的一首歌曲或歌词
`

const VERSIONS = ['v1beta', 'v1', 'v1alpha']

function readCall([, method = '', path = '', fields, flags = '', en = '', zh = '']: RegExpExecArray): RelayPath[] {
  const paths = path.includes('{version}') ? VERSIONS.map((version) => path.replace('{version}', version)) : [path]
  return paths.map((path) => ({
    method: method.toLowerCase() as RelayPath['method'],
    path,
    summary: { en, zh },
    ...(fields !== undefined && { required: fields.match(/\w+/g) ?? [] }),
    ...Object.fromEntries((flags.match(/\w+/g) ?? []).map((flag) => [flag, true])),
  }))
}

/** Relayed calls, and the other requests of API clients; bodies are in the format of the path. */
export const relayPaths: RelayPath[] = [
  ...CALLS.matchAll(/^(\w+) (\S+)(?: \(([^)]*)\))?(?: (.+))?\n {2}(.+) \| (.+)$/gm),
].flatMap(readCall)
