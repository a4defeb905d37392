import { chunk, DONE, LAST_CHUNK_STREAM, usage, V1, type Vendor } from './vendor.ts'

const json = JSON.stringify
const below = (prefix: string, operations: (keyof typeof V1)[]) =>
  Object.fromEntries(operations.map((name) => [name, prefix + V1[name]]))
const asked = (type: number, ...operations: (keyof typeof V1)[]): Vendor => ({
  type,
  paths: below('', operations),
  streamOptions: 'asked',
})

/** Vendors that have OpenAI's format; addresses of their documentation below the type's own. */
export const presets: Record<string, Vendor> = {
  xAI: {
    ...asked(48, 'chat', 'completions'),
    // https://docs.x.ai/docs/guides/reasoning: reasoning is counted beside the completion.
    json: {
      text: json({
        id: 'x',
        choices: [{ message: { role: 'assistant', content: 'hi' } }],
        usage: {
          prompt_tokens: 32,
          completion_tokens: 9,
          total_tokens: 135,
          completion_tokens_details: { reasoning_tokens: 94 },
        },
      }),
      usage: [32, 103],
    },
  },
  Groq: asked(1001, 'chat'),
  Together: asked(1002, 'chat', 'completions', 'embeddings'),
  Fireworks: asked(1003, 'chat', 'completions', 'embeddings'),
  NVIDIA: asked(1004, 'chat', 'completions'),
  'GitHub Models': {
    type: 1005,
    paths: { chat: '/inference/chat/completions', embeddings: '/inference/embeddings' },
    streamOptions: 'asked',
  },
  Voyage: {
    type: 1006,
    paths: { embeddings: V1.embeddings },
    streamOptions: 'asked',
    // https://docs.voyageai.com/reference/embeddings-api: a total alone.
    json: {
      text: json({
        object: 'list',
        data: [{ object: 'embedding', embedding: [0.5, 0.25], index: 0 }],
        model: 'voyage-4',
        usage: { total_tokens: 6 },
      }),
      usage: [6, 0],
    },
  },
  StepFun: { type: 1007, paths: { chat: V1.chat }, streamOptions: 'kept', stream: LAST_CHUNK_STREAM },
  Baichuan: {
    type: 1008,
    paths: { chat: V1.chat, embeddings: V1.embeddings },
    streamOptions: 'kept',
    stream: { text: chunk('hi') + chunk('', 'stop', { usage: usage(4, 2) }) + DONE, usage: [4, 2] },
  },
}
