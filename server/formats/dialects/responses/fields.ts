import { converted, convertedTypes, type FieldTable, nested, rulesFrom, variants } from '../fields.ts'

const { harmless, leftOut, refused, tier } = rulesFrom(
  'https://platform.openai.com/docs/api-reference/responses/create',
)

const CACHE = harmless("only marks a place in OpenAI's cache")
const ID = harmless('names a stored item, which is sent as a whole')
const STATUS = harmless('the item is complete')
const CALLER = harmless('only tells calls of programs from calls of the model')
const AT_OPENAI = "is only known to OpenAI's own interface, which does not serve this model here"

const text = nested({ type: converted, text: converted, prompt_cache_breakpoint: CACHE })
const content = variants({
  input_text: text,
  text,
  output_text: nested({
    type: converted,
    text: converted,
    annotations: harmless('citations of an earlier answer'),
    logprobs: harmless('probabilities of an earlier answer'),
  }),
  refusal: nested({ type: converted, refusal: converted }),
  input_image: nested({
    type: converted,
    image_url: converted,
    file_id: converted,
    detail: converted,
    prompt_cache_breakpoint: CACHE,
  }),
  input_file: nested({
    type: converted,
    file_data: converted,
    file_url: converted,
    file_id: converted,
    filename: converted,
    detail: leftOut('tunes how pages are seen'),
    prompt_cache_breakpoint: CACHE,
  }),
})

const call = { type: converted, call_id: converted, name: converted, namespace: converted, id: ID, caller: CALLER }
const output = nested({
  type: converted,
  call_id: converted,
  output: content,
  id: ID,
  caller: CALLER,
  status: STATUS,
})

const items = variants(
  {
    message: nested({
      type: converted,
      role: converted,
      content,
      id: ID,
      status: STATUS,
      phase: harmless('tells comments from answers'),
    }),
    reasoning: nested({
      type: converted,
      summary: converted,
      content: converted,
      encrypted_content: converted,
      id: ID,
      status: STATUS,
    }),
    function_call: nested({ ...call, arguments: converted, status: STATUS }),
    function_call_output: output,
    custom_tool_call: nested({ ...call, input: converted, status: STATUS }),
    custom_tool_call_output: output,
    // The reader converts these or refuses them by name.
    ...convertedTypes([
      ...['image_generation_call', 'additional_tools', 'tool_search_call', 'tool_search_output', 'item_reference'],
      ...['compaction', 'compaction_trigger', 'shell_call', 'shell_call_output', 'local_shell_call'],
      ...['local_shell_call_output', 'apply_patch_call', 'apply_patch_call_output', 'web_search_call'],
      ...['file_search_call', 'code_interpreter_call', 'computer_call', 'computer_call_output', 'mcp_call'],
      ...['mcp_list_tools', 'mcp_approval_request', 'mcp_approval_response', 'program', 'program_output'],
    ] as const),
  },
  'message',
)

/** Fields of a Responses request: https://platform.openai.com/docs/api-reference/responses/create */
export const responsesFields = {
  model: converted,
  input: items,
  instructions: converted,
  stream: converted,
  stream_options: nested({ include_obfuscation: harmless('padding of events') }),
  max_output_tokens: converted,
  temperature: converted,
  top_p: converted,
  tools: variants(
    {
      function: nested({
        type: converted,
        name: converted,
        description: converted,
        parameters: converted,
        strict: converted,
        allowed_callers: harmless('the model itself may always call'),
        defer_loading: harmless('the tool is offered at once'),
        output_schema: harmless('describes what programs read'),
        // The shape of chat completions, which some clients send.
        function: converted,
      }),
      custom: nested({
        type: converted,
        name: converted,
        description: converted,
        format: converted,
        allowed_callers: harmless('the model itself may always call'),
        defer_loading: harmless('the tool is offered at once'),
      }),
      ...convertedTypes([
        ...['namespace', 'tool_search', 'shell', 'local_shell', 'apply_patch', 'web_search', 'web_search_2025_08_26'],
        ...['web_search_preview', 'web_search_preview_2025_03_11', 'file_search', 'code_interpreter', 'computer'],
        ...['computer_use_preview', 'image_generation', 'mcp', 'programmatic_tool_calling'],
      ] as const),
    },
    'function',
  ),
  tool_choice: converted,
  parallel_tool_calls: converted,
  max_tool_calls: leftOut("only counts calls of the vendor's own tools"),
  text: nested({
    format: variants({
      text: converted,
      json_object: converted,
      json_schema: nested({
        type: converted,
        name: converted,
        schema: converted,
        strict: converted,
        description: harmless('the schema has descriptions of its own'),
      }),
    }),
    verbosity: converted,
  }),
  reasoning: nested({
    effort: converted,
    summary: harmless('reasoning is told where the vendor tells it'),
    generate_summary: harmless('reasoning is told where the vendor tells it'),
    context: harmless('the conversation is sent as a whole'),
    mode: leftOut('tunes the effort'),
  }),
  include: refused('other formats do not return it', [
    'message.output_text.logprobs',
    'reasoning.encrypted_content',
    'web_search_call.results',
    'web_search_call.action.sources',
    'file_search_call.results',
    'code_interpreter_call.outputs',
    'computer_call_output.output.image_url',
    'message.input_image.image_url',
  ]),
  top_logprobs: converted,
  truncation: leftOut('a conversation that is too long is refused'),
  context_management: leftOut('a conversation that is too long is refused'),
  user: converted,
  safety_identifier: converted,
  metadata: harmless('repeated in the answer'),
  store: leftOut('nothing is stored at the vendor'),
  background: harmless('this server runs the call itself, and keeps the answer'),
  previous_response_id: converted,
  conversation: refused(AT_OPENAI),
  prompt: refused(AT_OPENAI),
  moderation: refused("the result of OpenAI's check is a part of the answer"),
  prompt_cache_key: converted,
  prompt_cache_options: CACHE,
  prompt_cache_retention: leftOut('cached tokens cost the same for longer'),
  service_tier: tier('faster tiers cost more', ['auto', 'default', 'flex', 'on_demand', 'batch', 'standard']),
  client_metadata: harmless('labels of the client'),
} satisfies FieldTable
