/** A call that API clients make with a token. */
export interface RelayPath {
  method: 'get' | 'post'
  path: string
  summary: string
  /** Body fields without which a call is refused. */
  required?: string[]
  /** Whether `stream: true` gives events. */
  streams?: true
  /** Answered here, without an upstream. */
  local?: true
}

/** What is relayed, and what clients ask for besides; bodies are those of the format that a path belongs to. */
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
    summary: 'An estimate of the tokens of a message, in Anthropic format',
    required: ['model', 'messages'],
    local: true,
  },
  {
    method: 'post',
    path: '/v1beta/models/{model}:generateContent',
    summary: 'Chat, in Gemini format',
    required: ['contents'],
  },
  {
    method: 'post',
    path: '/v1beta/models/{model}:streamGenerateContent',
    summary: 'Chat, in Gemini format, as events',
    required: ['contents'],
  },
  {
    method: 'post',
    path: '/v1beta/models/{model}:countTokens',
    summary: 'An estimate of the tokens of a call, in Gemini format',
    required: ['contents'],
    local: true,
  },
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
  { method: 'get', path: '/v1/models', summary: 'Models that the token can use' },
  { method: 'get', path: '/v1beta/models', summary: 'Models that the token can use, in Gemini format' },
  { method: 'get', path: '/v1/models/{model}', summary: 'One model' },
  { method: 'get', path: '/v1/dashboard/billing/subscription', summary: 'Limits of the token or its user' },
  { method: 'get', path: '/v1/dashboard/billing/usage', summary: 'What was used, in cents' },
]
