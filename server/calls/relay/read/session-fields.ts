/** Where a client names the session that a request belongs to. */
export interface SessionField {
  /** A header, in small letters; or a field of the body, as a path. */
  header?: string
  field?: string
  /** Reads the session out of the value; undefined = it names none. Default: the whole text. */
  read?(text: string): string | undefined
  source: string
}

/** The session fields of known clients and vendors, the most exact first. */
export const SESSION_FIELDS: readonly SessionField[] = [
  { header: 'x-claude-code-session-id', source: 'Claude Code: https://code.claude.com/docs/en/llm-gateway' },
  {
    field: 'metadata.user_id',
    read: claudeCodeSession,
    source: 'Claude Code: https://platform.claude.com/docs/en/api/messages#body-metadata',
  },
  {
    field: 'prompt_cache_key',
    source: 'https://platform.openai.com/docs/api-reference/responses/create#responses-create-prompt_cache_key',
  },
  { header: 'session-id', source: 'Codex: https://github.com/openai/codex/tree/main/codex-rs/codex-api' },
  { header: 'session_id', source: 'Codex before 0.130: https://github.com/openai/codex/tree/main/codex-rs/core' },
  { header: 'x-session-affinity', source: 'opencode: https://github.com/sst/opencode, session/llm' },
  { header: 'x-opencode-session', source: 'opencode: https://opencode.ai/docs/zen' },
  { header: 'x-session-id', source: 'opencode; https://docs.llmgateway.io/features/sessions' },
  { header: 'conversation_id', source: 'Codex of 2025: https://github.com/openai/codex/tree/main/codex-rs/core' },
  { header: 'x-task-id', source: 'Cline: https://github.com/cline/cline/tree/main/src/core/api/providers' },
  { header: 'x-kilocode-taskid', source: 'Kilo Code: https://github.com/Kilo-Org/kilocode' },
  { header: 'x-amp-thread-id', source: 'Amp, sent with each request: https://ampcode.com/manual' },
  {
    header: 'x-openwebui-chat-id',
    source: 'https://docs.openwebui.com/getting-started/env-configuration#enable_forward_user_info_headers',
  },
  { header: 'x-grok-conv-id', source: 'https://docs.x.ai/docs/guides/prompt-caching' },
  { field: 'session_id', source: 'https://openrouter.ai/docs/guides/best-practices/prompt-caching' },
  { header: 'x-litellm-session-id', source: 'https://docs.litellm.ai/docs/proxy/ui_logs_sessions' },
  { field: 'litellm_session_id', source: 'https://docs.litellm.ai/docs/proxy/ui_logs_sessions' },
  { field: 'metadata.session_id', source: 'https://docs.litellm.ai/docs/proxy/ui_logs_sessions' },
  {
    field: 'metadata.sessionId',
    source: 'Qwen Code: https://github.com/QwenLM/qwen-code, core/openaiContentGenerator/provider/dashscope.ts',
  },
  { header: 'helicone-session-id', source: 'https://docs.helicone.ai/features/sessions' },
  { field: 'conversation', source: 'https://platform.openai.com/docs/api-reference/responses/create' },
  { field: 'conversation.id', source: 'https://platform.openai.com/docs/api-reference/responses/create' },
  { field: 'cachedContent', source: 'https://ai.google.dev/api/caching' },
  { field: 'cached_content', source: 'https://ai.google.dev/api/caching' },
]

const SESSION_PART = /_session_([\w-]+)$/

/** Claude Code writes `user_…_account_…_session_…`, and since 2.1.78 an object of the same as JSON. */
function claudeCodeSession(text: string): string | undefined {
  const part = SESSION_PART.exec(text)?.[1]
  if (part !== undefined || text[0] !== '{') return part
  try {
    const { session_id } = JSON.parse(text) as { session_id?: unknown }
    return typeof session_id === 'string' && session_id !== '' ? session_id : undefined
  } catch {
    return undefined
  }
}
