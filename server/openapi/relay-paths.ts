/** A call that API clients make with a token. */
export interface RelayPath {
  method: 'get' | 'post'
  path: string
  summary: string
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

const drawing = (path: string, summary: string, required: string[]): RelayPath => ({
  method: 'post',
  path: `/mj/${path}`,
  summary,
  required,
  task: true,
})

/** Tasks of drawing platforms and of Suno. Each path below `/mj` also exists below `/{mode}/mj`. */
const taskPaths: RelayPath[] = [
  drawing('submit/imagine', 'A drawing of a prompt; also /{mode}/mj/…, as all paths below /mj', ['prompt']),
  drawing('submit/change', 'A larger, varied or new picture of a task', ['taskId', 'action']),
  drawing('submit/simple-change', 'The same, as “ID U1”, “ID V1” or “ID R”', ['content']),
  drawing('submit/action', 'What a button of a task does', ['taskId', 'customId']),
  drawing('submit/modal', 'The answer to a dialog that a task has opened', ['taskId']),
  drawing('submit/shorten', 'A shorter prompt', ['prompt']),
  drawing('submit/describe', 'Prompts for a picture', ['base64']),
  drawing('submit/blend', 'One picture of several', ['base64Array']),
  drawing('submit/upload-discord-images', 'Pictures to refer to', ['base64Array']),
  drawing('insight-face/swap', 'A face in another picture', ['sourceBase64', 'targetBase64']),
  drawing('task/list-by-condition', 'Own drawing tasks by their ids', ['ids']),
  drawing('notify', 'A reason to ask about a task again', ['id']),
  { method: 'get', path: '/mj/task/{id}/fetch', summary: 'An own drawing task', task: true },
  { method: 'get', path: '/mj/task/{id}/image-seed', summary: 'The seed of an own drawing', task: true },
  { method: 'get', path: '/mj/image/{id}', summary: 'The picture of a drawing task', task: true, open: true },
  { method: 'post', path: '/suno/submit/{action}', summary: 'A song (music) or its lyrics', required: [], task: true },
  { method: 'post', path: '/suno/fetch', summary: 'Own songs and lyrics by their ids', required: ['ids'], task: true },
  { method: 'get', path: '/suno/fetch/{id}', summary: 'An own song or lyrics', task: true },
]

/** Google's older clients use `v1beta`, the newer ones `v1`. */
const geminiCalls = (version: string): RelayPath[] => [
  {
    method: 'post',
    path: `/${version}/models/{model}:generateContent`,
    summary: 'Chat, in Gemini format',
    required: ['contents'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:streamGenerateContent`,
    summary: 'Chat, in Gemini format, as events',
    required: ['contents'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:embedContent`,
    summary: 'The embedding of a text, in Gemini format',
    required: ['content'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:batchEmbedContents`,
    summary: 'Embeddings of several texts, in Gemini format',
    required: ['requests'],
  },
  {
    method: 'post',
    path: `/${version}/models/{model}:countTokens`,
    summary: 'The tokens of a call, as its vendor counts them, in Gemini format',
    required: ['contents'],
    local: true,
  },
]

/** Relayed calls, and the other requests of API clients; bodies are in the format of the path. */
export const relayPaths: RelayPath[] = [
  {
    method: 'post',
    path: '/v1/chat/completions',
    summary: 'Chat, in OpenAI format',
    required: ['model', 'messages'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/responses',
    summary: 'Responses, in OpenAI format; kept for an hour, for later turns alone',
    required: ['model', 'input'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/responses/compact',
    summary: 'A conversation as its messages of the user and a sealed summary, in OpenAI format',
    required: ['model', 'input'],
  },
  {
    method: 'post',
    path: '/v1/completions',
    summary: 'Text completion, in OpenAI format',
    required: ['model', 'prompt'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/messages',
    summary: 'Chat, in Anthropic format',
    required: ['model', 'messages'],
    streams: true,
  },
  {
    method: 'post',
    path: '/v1/messages/count_tokens',
    summary: 'The tokens of a message, as its vendor counts them, in Anthropic format',
    required: ['model', 'messages'],
    local: true,
  },
  {
    method: 'post',
    path: '/v1/responses/input_tokens',
    summary: 'The tokens of a response, as its vendor counts them, in OpenAI format',
    required: ['model', 'input'],
    local: true,
  },
  ...['v1beta', 'v1', 'v1alpha'].flatMap(geminiCalls),
  {
    method: 'post',
    path: '/v1/embeddings',
    summary: 'Embeddings, in OpenAI format',
    required: ['model', 'input'],
  },
  { method: 'post', path: '/v1/engines/{model}/embeddings', summary: 'Embeddings, as before', required: ['input'] },
  { method: 'post', path: '/v1/images/generations', summary: 'Pictures, in OpenAI format', required: ['prompt'] },
  { method: 'post', path: '/v1/audio/speech', summary: 'Speech, in OpenAI format', required: ['input'] },
  {
    method: 'post',
    path: '/v1/audio/transcriptions',
    summary: 'What a recording says, from a form',
    required: ['file'],
  },
  { method: 'post', path: '/v1/audio/translations', summary: 'The same in English, from a form', required: ['file'] },
  { method: 'post', path: '/v1/moderations', summary: 'Moderation, in OpenAI format', required: ['input'] },
  {
    method: 'post',
    path: '/v1/rerank',
    summary: 'Documents by their relevance to a query, in the format of Jina',
    required: ['model', 'query', 'documents'],
  },
  {
    method: 'post',
    path: '/v2/chat',
    summary: 'Chat, in Cohere format',
    required: ['model', 'messages'],
    streams: true,
  },
  { method: 'post', path: '/v2/embed', summary: 'Embeddings, in Cohere format', required: ['model'] },
  {
    method: 'post',
    path: '/v2/rerank',
    summary: 'Documents by their relevance to a query, in Cohere format',
    required: ['model', 'query', 'documents'],
  },
  { method: 'get', path: '/v1/realtime', summary: 'A realtime session, as a WebSocket', socket: true },
  {
    method: 'get',
    path: '/v1/responses',
    summary: 'Refused with 426: responses are not served over a WebSocket',
    socket: true,
    open: true,
  },
  { method: 'get', path: '/v1/models', summary: 'Models that the token can use' },
  { method: 'get', path: '/v1beta/models', summary: 'Models that the token can use, in Gemini format' },
  { method: 'get', path: '/v1alpha/models', summary: 'Models that the token can use, in Gemini format' },
  { method: 'get', path: '/v1/models/{model}', summary: 'One model' },
  { method: 'get', path: '/v1beta/models/{model}', summary: 'One model, in Gemini format' },
  { method: 'get', path: '/v1alpha/models/{model}', summary: 'One model, in Gemini format' },
  { method: 'get', path: '/v1/dashboard/billing/subscription', summary: 'Limits of the token or its user' },
  { method: 'get', path: '/v1/dashboard/billing/usage', summary: 'What was used, in cents' },
  ...taskPaths,
]
