import { converted, type FieldTable, harmless, priced, refused, tier, variants, within } from '../fields.ts'

const CACHE = harmless("only marks a place in OpenAI's cache")
const CITATIONS = harmless('citations of an earlier answer')
const text = within({ type: converted, text: converted, cache_control: converted, prompt_cache_breakpoint: CACHE })
const called = within({ name: converted, arguments: converted })

const content = variants(
  {
    text,
    input_text: text,
    output_text: text,
    refusal: within({ type: converted, refusal: converted }),
    image_url: within({
      type: converted,
      image_url: within({ url: converted, detail: converted }),
      cache_control: converted,
      prompt_cache_breakpoint: CACHE,
    }),
    input_audio: within({
      type: converted,
      input_audio: within({ data: converted, format: converted }),
      prompt_cache_breakpoint: CACHE,
    }),
    file: within({
      type: converted,
      file: within({ file_data: converted, file_id: converted, filename: converted }),
      cache_control: converted,
      prompt_cache_breakpoint: CACHE,
    }),
  },
  'text',
)

const messages = within({
  role: converted,
  content,
  refusal: converted,
  tool_calls: within({
    id: converted,
    type: converted,
    index: harmless('the place in the list says it'),
    function: called,
    custom: refused("a call of a tool of OpenAI's own kind"),
    extra_content: converted,
  }),
  function_call: called,
  tool_call_id: converted,
  name: harmless('the name of a participant'),
  audio: refused('the spoken answer is kept by OpenAI'),
  annotations: CITATIONS,
  // Other vendors' names for the reasoning of an earlier answer.
  reasoning: converted,
  reasoning_content: converted,
  reasoning_details: harmless('repeats the reasoning in the words of one vendor'),
})

const schema = within({
  name: converted,
  schema: converted,
  strict: converted,
  description: harmless('the schema has descriptions of its own'),
})

/**
 * Fields of a request for a chat completion, OpenAI's and those that vendors of the same format add:
 * https://platform.openai.com/docs/api-reference/chat/create, https://openrouter.ai/docs/api-reference/chat-completion
 */
export const chatFields = {
  model: converted,
  messages,
  stream: converted,
  stream_options: within({
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
  logit_bias: harmless('names tokens of one tokenizer'),
  logprobs: refused('other formats do not tell probabilities'),
  top_logprobs: harmless('only counts together with logprobs'),
  tools: variants(
    {
      function: within({
        type: converted,
        function: within({ name: converted, description: converted, parameters: converted, strict: converted }),
        cache_control: converted,
      }),
      custom: converted,
    },
    'function',
  ),
  tool_choice: converted,
  parallel_tool_calls: converted,
  functions: within({ name: converted, description: converted, parameters: converted }),
  function_call: converted,
  response_format: variants({
    text: converted,
    json_object: converted,
    json_schema: within({ type: converted, json_schema: schema }),
  }),
  reasoning_effort: converted,
  verbosity: harmless('tunes the length'),
  prediction: harmless('only makes the answer faster'),
  user: converted,
  safety_identifier: harmless("for OpenAI's checks of its users"),
  metadata: harmless('labels of the stored answer'),
  store: harmless('nothing is stored here'),
  modalities: refused('other formats have no spoken answers', ['text']),
  audio: harmless('only counts together with modalities'),
  moderation: refused("the result of OpenAI's check is a part of the answer"),
  web_search_options: within({
    // Perplexity's fee of a request goes by these: https://docs.perplexity.ai/getting-started/pricing
    search_context_size: priced('a wider search costs a higher fee', ['low']),
    search_type: priced('a deeper search costs a higher fee', ['fast']),
    user_location: converted,
  }),
  prompt_cache_key: converted,
  prompt_cache_options: CACHE,
  prompt_cache_retention: harmless('cached tokens cost the same for longer'),
  service_tier: tier('faster tiers cost more', ['auto', 'default', 'flex', 'on_demand', 'batch', 'standard']),

  // Other vendors'.
  reasoning: within({
    effort: converted,
    max_tokens: converted,
    enabled: harmless('the default'),
    exclude: harmless('reasoning is told apart from the answer'),
    summary: harmless('tunes how reasoning is told'),
  }),
  include_reasoning: harmless('reasoning is told apart from the answer'),
  usage: harmless('usage is always told'),
  transforms: harmless('only shortens prompts that are too long'),
  models: priced('the answer may be that of another model'),
  route: priced('the answer may be that of another model'),
  preset: priced('may name another model'),
  provider: priced('providers of one model differ in price'),
  plugins: priced('plugins cost a fee'),
  search_parameters: priced('sources of a search cost a fee'),
  search_settings: harmless("only counts for the vendor's own search"),
} satisfies FieldTable
