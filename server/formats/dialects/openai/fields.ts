import {
  converted,
  convertedTypes,
  type FieldTable,
  harmless,
  leftOut,
  nested,
  priced,
  refused,
  tier,
  variants,
} from '../fields.ts'

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
  reasoning_details: harmless('repeats the reasoning in the words of one vendor'),
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
    // Perplexity's fee per request depends on these: https://docs.perplexity.ai/getting-started/pricing
    search_context_size: priced('a wider search costs a higher fee', ['low']),
    search_type: priced('a deeper search costs a higher fee', ['fast']),
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
    enabled: leftOut('the default'),
    exclude: harmless('reasoning is told apart from the answer'),
    summary: leftOut('tunes how reasoning is told'),
  }),
  include_reasoning: harmless('reasoning is told apart from the answer'),
  usage: harmless('usage is always told'),
  transforms: leftOut('only shortens prompts that are too long'),
  models: priced('the answer may be that of another model'),
  // LiteLLM, Vercel's gateway and Venice: https://docs.litellm.ai/docs/completion/reliable_completions,
  // https://vercel.com/docs/ai-gateway/provider-options, https://docs.venice.ai/api-reference/api-spec
  fallbacks: priced('the answer may be that of another model'),
  providerOptions: priced('the answer may be that of another model'),
  venice_parameters: priced('a search costs a fee'),
  route: priced('the answer may be that of another model'),
  preset: priced('may name another model'),
  provider: priced('providers of one model differ in price'),
  plugins: priced('plugins cost a fee'),
  search_parameters: priced('sources of a search cost a fee'),
  // DashScope, Hunyuan, Baidu, Groq, Cohere: https://help.aliyun.com/zh/model-studio/web-search,
  // https://cloud.tencent.com/document/product/1729/105701, https://cloud.baidu.com/doc/qianfan-api/s/Wm9cvy6rl,
  // https://docs.cohere.com/v1/reference/chat
  enable_search: priced('a search costs a fee', [false]),
  search_options: harmless('only counts together with enable_search'),
  enable_enhancement: priced('a search costs a fee', [false]),
  force_search_enhancement: priced('a search costs a fee', [false]),
  enable_deep_search: priced('a search costs a fee', [false]),
  web_search: priced('a search costs a fee'),
  compound_custom: priced('tools of the vendor cost a fee'),
  connectors: priced('a search costs a fee'),
  search_settings: harmless("only counts for the vendor's own search"),
} satisfies FieldTable
