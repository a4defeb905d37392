import { describe, expect, test } from 'bun:test'
import type Anthropic from '@anthropic-ai/sdk'
import type { Content, GenerationConfig, Tool } from '@google/genai'
import type OpenAI from 'openai'
import { WordSearch } from '#server/formats/sensitive-words/word-search.ts'
import { atOnce } from '../../../platform/async/steps.ts'
import { promptTexts } from './prompt-texts.ts'
import { hasSensitiveWord } from './sensitive.ts'

/** The texts of one request: those that a model reads, and those that it does not. */
const said: string[] = []
const unsaid: string[] = []
/** Returns a text that a model reads. */
function say(): string {
  said.push(`spoken${said.length}x`)
  return `a ${said.at(-1)} b`
}
/** Returns a text that no model reads: an id, an address, a file. */
function hush(): string {
  unsaid.push(`hushed${unsaid.length}x`)
  return `${unsaid.at(-1)}`
}

/** A JSON schema, which is read completely. */
const schema = () => ({ type: 'object', description: say(), properties: { [say()]: { enum: [say()] } } })

/** The content types of Google's interface, in the field names of its REST API. */
interface GeminiBody {
  contents: Content[]
  systemInstruction: Content
  tools: Tool[]
  generationConfig: GenerationConfig
  cachedContent: string
}

const samples = {
  chat: (): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
    model: hush(),
    user: hush(),
    metadata: { a: hush() },
    stop: [hush()],
    messages: [
      { role: 'system', content: say(), name: say() },
      { role: 'developer', content: [{ type: 'text', text: say() }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: say() },
          { type: 'image_url', image_url: { url: hush(), detail: 'low' } },
          { type: 'input_audio', input_audio: { data: hush(), format: 'wav' } },
          { type: 'file', file: { filename: say(), file_data: hush(), file_id: hush() } },
        ],
      },
      {
        role: 'assistant',
        content: say(),
        refusal: say(),
        audio: { id: hush() },
        tool_calls: [
          { id: hush(), type: 'function', function: { name: say(), arguments: JSON.stringify({ q: say() }) } },
          { id: hush(), type: 'custom', custom: { name: say(), input: say() } },
        ],
      },
      { role: 'tool', tool_call_id: hush(), content: say() },
    ],
    tools: [
      { type: 'function', function: { name: say(), description: say(), parameters: schema() } },
      { type: 'custom', custom: { name: say(), description: say() } },
    ],
    response_format: { type: 'json_schema', json_schema: { name: say(), description: say(), schema: schema() } },
    prediction: { type: 'content', content: say() },
  }),
  responses: (): OpenAI.Responses.ResponseCreateParamsNonStreaming => ({
    model: hush(),
    instructions: say(),
    previous_response_id: hush(),
    prompt_cache_key: hush(),
    prompt: { id: hush(), variables: { a: say(), b: { type: 'input_text', text: say() } } },
    input: [
      { role: 'user', content: say() },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: say() },
          { type: 'input_image', image_url: hush(), detail: 'auto' },
          { type: 'input_file', filename: say(), file_url: hush(), file_data: hush() },
        ],
      },
      { type: 'reasoning', id: hush(), summary: [{ type: 'summary_text', text: say() }], encrypted_content: hush() },
      { type: 'function_call', call_id: hush(), name: say(), arguments: say() },
      { type: 'function_call_output', call_id: hush(), output: say() },
      { type: 'function_call_output', call_id: hush(), output: [{ type: 'input_text', text: say() }] },
      { type: 'custom_tool_call', call_id: hush(), name: say(), input: say() },
      { type: 'custom_tool_call_output', call_id: hush(), output: say() },
      { type: 'compaction', encrypted_content: hush() },
    ],
    tools: [{ type: 'function', name: say(), description: say(), parameters: schema(), strict: true }],
    text: { format: { type: 'json_schema', name: say(), schema: schema() } },
  }),
  messages: (): Anthropic.MessageCreateParamsNonStreaming => ({
    model: hush(),
    max_tokens: 9,
    metadata: { user_id: hush() },
    stop_sequences: [hush()],
    system: [{ type: 'text', text: say(), cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: say() },
      {
        role: 'user',
        content: [
          { type: 'text', text: say() },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: hush() } },
          {
            type: 'document',
            title: say(),
            context: say(),
            source: { type: 'text', media_type: 'text/plain', data: say() },
          },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: hush() } },
          { type: 'document', source: { type: 'content', content: [{ type: 'text', text: say() }] } },
          { type: 'search_result', source: say(), title: say(), content: [{ type: 'text', text: say() }] },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: say(), signature: hush() },
          { type: 'redacted_thinking', data: hush() },
          { type: 'tool_use', id: hush(), name: say(), input: { id: say(), [say()]: { url: [say()] } } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: hush(), content: say() },
          { type: 'tool_result', tool_use_id: hush(), content: [{ type: 'text', text: say() }] },
        ],
      },
    ],
    tools: [{ name: say(), description: say(), input_schema: { type: 'object', properties: schema() } }],
  }),
  contents: (): GeminiBody => ({
    cachedContent: hush(),
    systemInstruction: { parts: [{ text: say() }] },
    contents: [
      {
        role: 'user',
        parts: [
          { text: say() },
          { inlineData: { mimeType: 'image/png', data: hush() } },
          { fileData: { mimeType: 'image/png', fileUri: hush() } },
          { functionResponse: { id: hush(), name: say(), response: { data: say(), [say()]: [{ id: say() }] } } },
          { executableCode: { code: say() } },
          { codeExecutionResult: { output: say() } },
        ],
      },
      {
        role: 'model',
        parts: [
          { text: say(), thought: true, thoughtSignature: hush() },
          { functionCall: { id: hush(), name: say(), args: { url: say() } } },
        ],
      },
    ],
    tools: [{ functionDeclarations: [{ name: say(), description: say(), parametersJsonSchema: schema() }] }],
    generationConfig: { stopSequences: [hush()], responseJsonSchema: schema() },
  }),
  embeddings: (): OpenAI.EmbeddingCreateParams => ({ model: hush(), input: [say(), say()], user: hush() }),
  'embeddings of Gemini': () => ({
    requests: [{ model: hush(), title: say(), content: { parts: [{ text: say() }] }, taskType: hush() }],
  }),
  rerank: () => ({ model: hush(), query: say(), documents: [say(), { text: say(), id: hush() }] }),
  completions: (): OpenAI.CompletionCreateParamsNonStreaming => ({ model: hush(), prompt: [say()], suffix: say() }),
  moderations: (): OpenAI.ModerationCreateParams => ({ model: hush(), input: [{ type: 'text', text: say() }] }),
  pictures: (): OpenAI.ImageGenerateParams => ({ model: hush(), prompt: say(), user: hush() }),
  speech: (): OpenAI.Audio.SpeechCreateParams => ({ model: hush(), input: say(), instructions: say(), voice: hush() }),
}

const optionsWith = (word: string) => ({ wordSearch: atOnce(WordSearch.build([word])) })

describe.each(Object.entries(samples))('of a request for %s', (_format, sample) => {
  test('every text that a model reads is searched, and no id, address or file', () => {
    said.length = 0
    unsaid.length = 0
    const bytes = Buffer.from(JSON.stringify(sample()))
    const finds = (word: string) => hasSensitiveWord({ bytes }, optionsWith(word))
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((word) => !finds(word))).toEqual([])
    expect(unsaid.filter(finds)).toEqual([])
  })
})

test('a kind of content that nobody knows yet is read', () => {
  expect(promptTexts({ messages: [{ content: [{ type: 'novel', chapters: [{ prose: 'text' }] }] }] })).toEqual(['text'])
})
