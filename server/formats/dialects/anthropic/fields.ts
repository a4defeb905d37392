import { converted, convertedTypes, type FieldTable, nested, rulesFrom, variants } from '../fields.ts'
import type { VendorFields } from '../vendor-fields.ts'

const { harmless, leftOut, priced, refused, tier } = rulesFrom(
  'https://platform.claude.com/docs/en/api/beta/messages/create',
)

const CALLER = harmless('only tells calls of programs from calls of the model')
const cacheable = { type: converted, cache_control: converted }
const source = nested({
  type: converted,
  media_type: converted,
  data: converted,
  url: converted,
  content: converted,
  file_id: converted,
})

const text = nested({ ...cacheable, text: converted, citations: harmless('citations of an earlier answer') })
const image = nested({ ...cacheable, source, transformations: leftOut('tunes how a picture is seen') })
const document = nested({
  ...cacheable,
  source,
  title: converted,
  context: converted,
  citations: leftOut('the answer is the same, without its sources'),
})

const content = variants({
  text,
  image,
  document,
  thinking: nested({ type: converted, thinking: converted, signature: converted }),
  redacted_thinking: nested({ type: converted, data: converted }),
  tool_use: nested({
    ...cacheable,
    id: converted,
    name: converted,
    input: converted,
    caller: CALLER,
    toolset_name: refused("a call of a toolset of Anthropic's own"),
  }),
  tool_result: nested({
    ...cacheable,
    tool_use_id: converted,
    content: variants({
      text,
      image,
      document,
      ...convertedTypes(['search_result', 'tool_reference', 'browser_state'] as const),
    }),
    is_error: converted,
    toolset_name: refused("a call of a toolset of Anthropic's own"),
  }),
  // The reader converts these or refuses them by name.
  ...convertedTypes([
    ...['search_result', 'server_tool_use', 'web_search_tool_result', 'web_fetch_tool_result', 'advisor_tool_result'],
    ...['code_execution_tool_result', 'bash_code_execution_tool_result', 'text_editor_code_execution_tool_result'],
    ...['tool_search_tool_result', 'mcp_tool_use', 'mcp_tool_result', 'mcp_tool_listing', 'container_upload'],
    ...['compaction', 'tool_addition', 'tool_removal', 'fallback', 'mid_conv_system'],
  ] as const),
})

const format = nested({ type: converted, schema: converted })
const thinking = {
  type: converted,
  display: harmless('reasoning is told where the vendor tells it'),
  block_binding: harmless("only counts for Anthropic's own reasoning"),
}
const choice = { type: converted, disable_parallel_tool_use: converted }

/**
 * On this error, Anthropic's SDK sends the whole conversation instead: `ThreadUnsupportedRequestErrorDetails` in
 * its types.
 */
const THREADLESS: VendorFields = {
  family: 'anthropic',
  fields: { details: { error_code: 'thread_unsupported_request' } },
}

/** Fields of a Messages request, betas included: https://platform.claude.com/docs/en/api/beta/messages/create */
export const messagesFields = {
  model: converted,
  messages: nested({
    role: converted,
    content,
    clear_at: converted,
    output_config: nested({ effort: converted }),
  }),
  system: variants({ text }, 'text'),
  max_tokens: converted,
  stream: converted,
  stop_sequences: converted,
  temperature: converted,
  top_p: converted,
  top_k: converted,
  tools: variants(
    {
      custom: nested({
        ...cacheable,
        name: converted,
        description: converted,
        input_schema: converted,
        strict: converted,
        allowed_callers: harmless('the model itself may always call'),
        defer_loading: harmless('the tool is offered at once'),
        eager_input_streaming: harmless('tunes how arguments are streamed'),
        input_examples: leftOut('the schema describes the input'),
      }),
      ...convertedTypes([
        ...['bash_20241022', 'bash_20250124', 'code_execution_20250522', 'code_execution_20250825'],
        ...['code_execution_20260120', 'code_execution_20260521', 'browser_toolset_20260801'],
        ...['computer_20241022', 'memory_20250818', 'computer_20250124', 'text_editor_20241022'],
        ...['computer_20251124', 'computer_toolset_20260801', 'text_editor_20250124', 'text_editor_20250429'],
        ...['text_editor_20250728', 'web_search_20250305', 'web_fetch_20250910', 'web_search_20260209'],
        ...['web_fetch_20260209', 'web_fetch_20260309', 'web_search_20260318', 'web_fetch_20260318'],
        ...[
          'advisor_20260301',
          'tool_search_tool_bm25',
          'tool_search_tool_bm25_20251119',
          'tool_search_tool_regex',
          'tool_search_tool_regex_20251119',
        ],
        ...['mcp_toolset'],
      ] as const),
    },
    'custom',
  ),
  tool_choice: variants({
    auto: nested(choice),
    any: nested(choice),
    tool: nested({ ...choice, name: converted }),
    none: nested({ type: converted }),
  }),
  thinking: variants({
    enabled: nested({ ...thinking, budget_tokens: converted }),
    adaptive: nested(thinking),
    disabled: nested({ type: converted }),
    between_tools: nested({ type: converted }),
  }),
  output_config: nested({
    effort: converted,
    format,
    task_budget: leftOut('tunes how much the model does in one turn'),
  }),
  output_format: format,
  metadata: nested({ user_id: converted }),
  cache_control: converted,
  thread: refused('a conversation that is stored at Anthropic', [], THREADLESS),
  container: refused("a container of Anthropic's own"),
  // The reader notes that these are left out.
  mcp_servers: converted,
  compaction: refused("asks for a summary in a form of Anthropic's own"),
  // Noted by the writer, where a cloud does not take it.
  context_management: converted,
  diagnostics: harmless("explains Anthropic's cache"),
  billing_policy: leftOut('says who pays at Anthropic'),
  fallback_credit_token: leftOut('a discount at Anthropic'),
  fallbacks: priced('the answer may be that of another model'),
  service_tier: tier('capacity that was bought apart', ['auto', 'standard_only']),
  speed: tier('fast mode costs more', ['standard']),
  inference_geo: tier('some regions cost more', ['global']),
} satisfies FieldTable
