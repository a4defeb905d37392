import { converted, convertedTypes, type FieldTable, nested, rulesFrom, variants } from '../fields.ts'

const { harmless, leftOut, refused, tier } = rulesFrom('https://platform.openai.com/docs/api-reference/chat/create')
const openRouter = rulesFrom('https://openrouter.ai/docs/api-reference/chat-completion')
const perplexity = rulesFrom('https://docs.perplexity.ai/getting-started/pricing')
const fallback = rulesFrom('https://docs.litellm.ai/docs/completion/reliable_completions')
const vercel = rulesFrom('https://vercel.com/docs/ai-gateway/provider-options')
const venice = rulesFrom('https://docs.venice.ai/api-reference/api-spec')
const xai = rulesFrom('https://docs.x.ai/docs/guides/live-search')
const dashScope = rulesFrom('https://help.aliyun.com/zh/model-studio/web-search')
const hunyuan = rulesFrom('https://cloud.tencent.com/document/product/1729/105701')
const baidu = rulesFrom('https://cloud.baidu.com/doc/qianfan-api/s/Wm9cvy6rl')
const groq = rulesFrom('https://github.com/groq/groq-typescript/blob/main/src/resources/chat/completions.ts')
const cohere = rulesFrom('https://docs.cohere.com/v1/reference/chat')

const CACHE = harmless("only marks a place in OpenAI's cache")
const CITATIONS = harmless('citations of an earlier answer')
const text = nested({ type: converted, text: converted, cache_control: converted, prompt_cache_breakpoint: CACHE })
const called = nested({ name: converted, arguments: converted })

const content = variants(
  {
    text,
    input_text: text,
    output_text: text,
    refusal: nested({ type: converted, refusal: converted }),
    image_url: nested({
      type: converted,
      image_url: nested({ url: converted, detail: converted }),
      cache_control: converted,
      prompt_cache_breakpoint: CACHE,
    }),
    input_audio: nested({
      type: converted,
      input_audio: nested({ data: converted, format: converted }),
      prompt_cache_breakpoint: CACHE,
    }),
    ...convertedTypes(['thinking', 'document_url', 'reference'] as const),
    file: nested({
      type: converted,
      file: nested({ file_data: converted, file_id: converted, filename: converted }),
      cache_control: converted,
      prompt_cache_breakpoint: CACHE,
    }),
  },
  'text',
)

const messages = nested({
  role: converted,
  content,
  refusal: converted,
  tool_calls: nested({
    id: converted,
    type: converted,
    index: harmless('the place in the list says it'),
    function: called,
    custom: nested({ name: converted, input: converted }),
    extra_content: converted,
  }),
  function_call: called,
  tool_call_id: converted,
  name: leftOut('the name of a participant'),
  audio: refused('the spoken answer is stored at OpenAI'),
  annotations: CITATIONS,
  // Other vendors' fields for the reasoning of an earlier answer.
  reasoning: converted,
  reasoning_content: converted,
  reasoning_details: openRouter.harmless('repeats the reasoning in the words of one vendor'),
})

const schema = nested({
  name: converted,
  schema: converted,
  strict: converted,
  description: harmless('the schema has descriptions of its own'),
})

/**
 * Fields of a chat completion request, both OpenAI's and those added by vendors of the same format:
 * https://platform.openai.com/docs/api-reference/chat/create,
 * https://openrouter.ai/docs/api-reference/chat-completion
 */
export const chatFields = {
  model: converted,
  messages,
  stream: converted,
  stream_options: nested({
    include_usage: converted,
    include_obfuscation: harmless('padding of events'),
  }),
  temperature: converted,
  top_p: converted,
  top_k: converted,
  max_tokens: converted,
  max_completion_tokens: converted,
  stop: converted,
  seed: converted,
  random_seed: converted,
  n: converted,
  presence_penalty: converted,
  frequency_penalty: converted,
  logit_bias: leftOut('names tokens of one tokenizer'),
  logprobs: converted,
  top_logprobs: converted,
  tools: variants(
    {
      function: nested({
        type: converted,
        function: nested({ name: converted, description: converted, parameters: converted, strict: converted }),
        cache_control: converted,
      }),
      custom: converted,
    },
    'function',
  ),
  tool_choice: converted,
  parallel_tool_calls: converted,
  functions: nested({ name: converted, description: converted, parameters: converted }),
  function_call: converted,
  response_format: variants({
    text: converted,
    json_object: converted,
    json_schema: nested({ type: converted, json_schema: schema }),
  }),
  reasoning_effort: converted,
  verbosity: converted,
  prediction: leftOut('only makes the answer faster'),
  user: converted,
  safety_identifier: converted,
  metadata: harmless('labels of the stored answer'),
  store: harmless('nothing is stored here'),
  modalities: refused('other formats have no spoken answers', ['text', 'TEXT', 'image', 'IMAGE']),
  audio: harmless('only counts together with modalities'),
  moderation: refused("the result of OpenAI's check is a part of the answer"),
  web_search_options: nested({
    // Perplexity's fee per request depends on these.
    search_context_size: perplexity.priced('a wider search costs a higher fee', ['low']),
    search_type: perplexity.priced('a deeper search costs a higher fee', ['fast']),
    user_location: converted,
  }),
  prompt_cache_key: converted,
  prompt_cache_options: CACHE,
  prompt_cache_retention: leftOut('cached tokens cost the same for longer'),
  service_tier: tier('faster tiers cost more', ['auto', 'default', 'flex', 'on_demand', 'batch', 'standard']),

  // Fields of other vendors.
  reasoning: nested({
    effort: converted,
    max_tokens: converted,
    enabled: openRouter.leftOut('the default'),
    exclude: openRouter.harmless('reasoning is told apart from the answer'),
    summary: openRouter.leftOut('tunes how reasoning is told'),
  }),
  include_reasoning: openRouter.harmless('reasoning is told apart from the answer'),
  usage: openRouter.harmless('usage is always told'),
  transforms: openRouter.leftOut('only shortens prompts that are too long'),
  models: openRouter.priced('the answer may be that of another model'),
  fallbacks: fallback.priced('the answer may be that of another model'),
  providerOptions: vercel.priced('the answer may be that of another model'),
  venice_parameters: venice.priced('a search costs a fee'),
  route: openRouter.priced('the answer may be that of another model'),
  preset: openRouter.priced('may name another model'),
  provider: openRouter.priced('providers of one model differ in price'),
  plugins: openRouter.priced('plugins cost a fee'),
  search_parameters: xai.priced('sources of a search cost a fee'),
  enable_search: dashScope.priced('a search costs a fee', [false]),
  search_options: dashScope.harmless('only counts together with enable_search'),
  enable_enhancement: hunyuan.priced('a search costs a fee', [false]),
  force_search_enhancement: hunyuan.priced('a search costs a fee', [false]),
  enable_deep_search: hunyuan.priced('a search costs a fee', [false]),
  web_search: baidu.priced('a search costs a fee'),
  compound_custom: groq.priced('tools of the vendor cost a fee'),
  connectors: cohere.priced('a search costs a fee'),
  search_settings: groq.harmless("only counts for the vendor's own search"),
} satisfies FieldTable
