import type { Tool } from '#contract/prices/price.ts'

/** How every tool that a format can carry is paid. A tool that is in no row is left out, because it may cost a fee. */

export type ToolPayment =
  /** What it reads and writes is counted in tokens; its caller runs it, or the vendor does without a fee. */
  | { by: 'tokens' }
  /** The vendor's fee, which the answer counts. */
  | { by: Tool }
  /** The fee of vendors whose answers count it; elsewhere it is left out. */
  | { by: Tool; where: 'searches told' }
  /** It is left out. */
  | { by: 'nothing'; why: string }

interface ToolRow {
  names: readonly string[]
  payment: ToolPayment
  source: string
}
export type ToolFormat = 'openai' | 'responses' | 'anthropic' | 'gemini'

const tokens: ToolPayment = { by: 'tokens' }
const nothing = (why: string): ToolPayment => ({ by: 'nothing', why })
const OPENAI = 'https://developers.openai.com/api/docs/pricing'
const XAI = 'https://docs.x.ai/developers/tools/tool-usage-details'
const ANTHROPIC = 'https://platform.claude.com/docs/en/about-claude/pricing'
const GOOGLE = 'https://ai.google.dev/gemini-api/docs/pricing'

/** Names without the date of their version. */
export const HOSTED_TOOLS: Readonly<Record<ToolFormat, readonly ToolRow[]>> = {
  openai: [
    { names: ['function', 'custom'], payment: tokens, source: OPENAI },
    {
      names: ['web_search'],
      payment: { by: 'web_search', where: 'searches told' },
      source: 'https://docs.bigmodel.cn/cn/guide/tools/web-search',
    },
    {
      names: ['builtin_function'],
      payment: nothing('its fee is per call, which the usage does not count'),
      source: 'https://platform.kimi.ai/docs/pricing/tools',
    },
    {
      names: ['browser_search', 'code_interpreter'],
      payment: nothing('its fee is per call, which the usage does not count'),
      source: 'https://groq.com/pricing',
    },
    {
      names: ['retrieval', 'web_browser', 'drawing_tool'],
      payment: nothing('its fee is not counted in the answer'),
      source: 'https://docs.bigmodel.cn/cn/guide/tools/retrieval',
    },
  ],
  responses: [
    {
      names: ['function', 'custom', 'namespace', 'tool_search', 'local_shell', 'apply_patch', 'computer'],
      payment: tokens,
      source: OPENAI,
    },
    { names: ['computer_use_preview', 'mcp', 'programmatic_tool_calling'], payment: tokens, source: OPENAI },
    { names: ['web_search'], payment: { by: 'web_search' }, source: OPENAI },
    { names: ['web_search_preview'], payment: { by: 'web_search_preview' }, source: OPENAI },
    { names: ['file_search'], payment: { by: 'file_search' }, source: OPENAI },
    { names: ['code_interpreter', 'shell'], payment: { by: 'code_interpreter' }, source: OPENAI },
    { names: ['image_generation'], payment: { by: 'image_generation' }, source: OPENAI },
    { names: ['x_search'], payment: { by: 'web_search' }, source: XAI },
    { names: ['code_execution'], payment: { by: 'code_interpreter' }, source: XAI },
    { names: ['collections_search'], payment: { by: 'file_search' }, source: XAI },
  ],
  anthropic: [
    {
      names: ['custom', 'bash', 'text_editor', 'computer', 'memory', 'browser_toolset', 'computer_toolset'],
      payment: tokens,
      source: ANTHROPIC,
    },
    {
      names: ['web_fetch', 'tool_search_tool_bm25', 'tool_search_tool_regex', 'mcp_toolset'],
      payment: tokens,
      source: ANTHROPIC,
    },
    { names: ['web_search'], payment: { by: 'web_search' }, source: ANTHROPIC },
    { names: ['code_execution'], payment: { by: 'code_interpreter' }, source: ANTHROPIC },
    { names: ['advisor'], payment: nothing('its tokens cost the price of another model'), source: ANTHROPIC },
  ],
  gemini: [
    { names: ['functionDeclarations', 'computerUse', 'mcpServers'], payment: tokens, source: GOOGLE },
    { names: ['codeExecution', 'urlContext', 'fileSearch'], payment: tokens, source: GOOGLE },
    { names: ['googleSearch', 'googleSearchRetrieval'], payment: { by: 'web_search' }, source: GOOGLE },
    { names: ['googleMaps'], payment: { by: 'google_maps' }, source: GOOGLE },
    {
      names: ['enterpriseWebSearch', 'retrieval', 'exaAiSearch', 'parallelAiSearch'],
      payment: nothing('its fee is not counted in the answer'),
      source: 'https://cloud.google.com/vertex-ai/generative-ai/pricing',
    },
  ],
}

const UNKNOWN = nothing('its price is not known')
const byName: ReadonlyMap<string, ReadonlyMap<string, ToolPayment>> = new Map(
  Object.entries(HOSTED_TOOLS).map(([format, rows]) => [
    format,
    new Map(rows.flatMap(({ names, payment }) => names.map((name) => [name, payment] as const))),
  ]),
)

const VERSION = /_(?:\d{8}|\d{4}_\d{2}_\d{2})$/

/** How a tool is paid, by its type, or by its field in Gemini's format. */
export const paymentOf = (format: ToolFormat, name: string): ToolPayment =>
  byName.get(format)?.get(name.replace(VERSION, '')) ?? UNKNOWN

export const isToolFormat = (format: string): format is ToolFormat => Object.hasOwn(HOSTED_TOOLS, format)
