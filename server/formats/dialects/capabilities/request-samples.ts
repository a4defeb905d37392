import type { CallerFormat } from '../all.ts'
import type { JsonObject } from '../conversation.ts'

/** The caller formats that have samples. */
export type SampledFormat = Exclude<CallerFormat, 'cohere'>

/** A text in the sample request that must occur in the upstream request. */
export const MARK = 'capability mark'
export const MEDIA = 'TUFSS01BUktNQVJL'

/** One feature in the requests of callers. A format that is absent cannot express it. */
export interface RequestFeature {
  name: string
  /** Texts that the upstream request must contain; absent = it must differ from a request without the feature. */
  marks?: string[]
  /** Fields of the request, which replace those of the plain question. */
  requests: Partial<Record<SampledFormat, JsonObject>>
  /** Fields of the request without the feature, if it differs from the plain question. */
  without?: Partial<Record<SampledFormat, JsonObject>>
  /** The feature needs a reasoning model. */
  thinks?: true
}

const QUESTION = 'question'
/** A plain question. */
export const PLAIN: Record<SampledFormat, JsonObject> = {
  openai: { model: 'm', messages: [{ role: 'user', content: QUESTION }] },
  responses: { model: 'm', input: [{ role: 'user', content: QUESTION }] },
  anthropic: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: QUESTION }] },
  gemini: { contents: [{ role: 'user', parts: [{ text: QUESTION }] }] },
}

/** Returns requests whose question is one content part, in each format. */
const withContentPart = (parts: Partial<Record<SampledFormat, JsonObject>>): RequestFeature['requests'] => ({
  ...(parts.openai && { openai: { messages: [{ role: 'user', content: [parts.openai] }] } }),
  ...(parts.responses && { responses: { input: [{ role: 'user', content: [parts.responses] }] } }),
  ...(parts.anthropic && { anthropic: { messages: [{ role: 'user', content: [parts.anthropic] }] } }),
  ...(parts.gemini && { gemini: { contents: [{ role: 'user', parts: [parts.gemini] }] } }),
})

const config = (generationConfig: JsonObject) => ({ generationConfig })
const schema = { type: 'object', properties: { capability_mark: { type: 'string' } }, required: ['capability_mark'] }
const tool = { name: 'capability_mark', description: 'looks', parameters: { type: 'object', properties: {} } }
/** The same tool in each format. */
export const TOOLS: Record<SampledFormat, JsonObject> = {
  openai: { tools: [{ type: 'function', function: tool }] },
  responses: { tools: [{ type: 'function', ...tool }] },
  anthropic: { tools: [{ name: tool.name, description: tool.description, input_schema: tool.parameters }] },
  gemini: { tools: [{ functionDeclarations: [tool] }] },
}
const NAMES = ['first_mark', 'second_mark']

const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: NAMES[0], content })
const use = (name: string) => ({ type: 'tool_use', id: name, name, input: {} })
const functionCall = (name: string) => ({ type: 'function_call', call_id: name, name, arguments: '{}' })

export const REQUEST_FEATURES: RequestFeature[] = [
  {
    name: 'text',
    marks: [MARK],
    requests: withContentPart({
      openai: { type: 'text', text: MARK },
      responses: { type: 'input_text', text: MARK },
      anthropic: { type: 'text', text: MARK },
      gemini: { text: MARK },
    }),
  },
  {
    name: 'system',
    marks: [MARK],
    requests: {
      openai: {
        messages: [
          { role: 'system', content: MARK },
          { role: 'user', content: QUESTION },
        ],
      },
      responses: { instructions: MARK },
      anthropic: { system: MARK },
      gemini: { systemInstruction: { parts: [{ text: MARK }] } },
    },
  },
  { name: 'tools', marks: ['capability_mark'], requests: TOOLS },
  {
    name: 'a tool that must be called',
    without: TOOLS,
    requests: {
      openai: { ...TOOLS.openai, tool_choice: 'required' },
      responses: { ...TOOLS.responses, tool_choice: 'required' },
      anthropic: { ...TOOLS.anthropic, tool_choice: { type: 'any' } },
      gemini: { ...TOOLS.gemini, toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    },
  },
  {
    name: 'parallel calls and their results',
    marks: [...NAMES, `${MARK} first_mark`, `${MARK} second_mark`],
    requests: {
      openai: {
        messages: [
          { role: 'user', content: QUESTION },
          {
            role: 'assistant',
            tool_calls: NAMES.map((name) => ({ id: name, type: 'function', function: { name, arguments: '{}' } })),
          },
          ...NAMES.map((name) => ({ role: 'tool', tool_call_id: name, content: `${MARK} ${name}` })),
        ],
      },
      responses: {
        input: [
          { role: 'user', content: QUESTION },
          ...NAMES.map(functionCall),
          ...NAMES.map((name) => ({ type: 'function_call_output', call_id: name, output: `${MARK} ${name}` })),
        ],
      },
      anthropic: {
        messages: [
          { role: 'user', content: QUESTION },
          { role: 'assistant', content: NAMES.map(use) },
          {
            role: 'user',
            content: NAMES.map((name) => ({ type: 'tool_result', tool_use_id: name, content: `${MARK} ${name}` })),
          },
        ],
      },
      gemini: {
        contents: [
          { role: 'user', parts: [{ text: QUESTION }] },
          { role: 'model', parts: NAMES.map((name) => ({ functionCall: { name, args: {} } })) },
          {
            role: 'user',
            parts: NAMES.map((name) => ({ functionResponse: { name, response: { output: `${MARK} ${name}` } } })),
          },
        ],
      },
    },
  },
  {
    name: 'one call at a time',
    without: { ...TOOLS, anthropic: { ...TOOLS.anthropic, tool_choice: { type: 'auto' } } },
    requests: {
      openai: { ...TOOLS.openai, parallel_tool_calls: false },
      responses: { ...TOOLS.responses, parallel_tool_calls: false },
      anthropic: { ...TOOLS.anthropic, tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    },
  },
  {
    name: 'pictures in tool results',
    marks: [MEDIA],
    requests: {
      responses: {
        input: [
          { role: 'user', content: QUESTION },
          functionCall('first_mark'),
          {
            type: 'function_call_output',
            call_id: 'first_mark',
            output: [{ type: 'input_image', image_url: `data:image/png;base64,${MEDIA}`, detail: 'auto' }],
          },
        ],
      },
      anthropic: {
        messages: [
          { role: 'user', content: QUESTION },
          { role: 'assistant', content: [use('first_mark')] },
          {
            role: 'user',
            content: [result([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: MEDIA } }])],
          },
        ],
      },
      gemini: {
        contents: [
          { role: 'user', parts: [{ text: QUESTION }] },
          { role: 'model', parts: [{ functionCall: { name: 'first_mark', args: {} } }] },
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  name: 'first_mark',
                  response: { output: 'see' },
                  parts: [{ inlineData: { mimeType: 'image/png', data: MEDIA } }],
                },
              },
            ],
          },
        ],
      },
    },
  },
  {
    name: 'pictures',
    marks: [MEDIA],
    requests: withContentPart({
      openai: { type: 'image_url', image_url: { url: `data:image/png;base64,${MEDIA}` } },
      responses: { type: 'input_image', image_url: `data:image/png;base64,${MEDIA}`, detail: 'auto' },
      anthropic: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: MEDIA } },
      gemini: { inlineData: { mimeType: 'image/png', data: MEDIA } },
    }),
  },
  {
    name: 'audio',
    marks: [MEDIA],
    requests: withContentPart({
      openai: { type: 'input_audio', input_audio: { data: MEDIA, format: 'wav' } },
      gemini: { inlineData: { mimeType: 'audio/wav', data: MEDIA } },
    }),
  },
  {
    name: 'files (PDF)',
    marks: [MEDIA],
    requests: withContentPart({
      openai: { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${MEDIA}` } },
      responses: { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${MEDIA}` },
      anthropic: { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: MEDIA } },
      gemini: { inlineData: { mimeType: 'application/pdf', data: MEDIA } },
    }),
  },
  {
    name: 'JSON schema',
    marks: ['capability_mark'],
    requests: {
      openai: { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } } },
      responses: { text: { format: { type: 'json_schema', name: 'answer', schema, strict: true } } },
      anthropic: { output_config: { format: { type: 'json_schema', schema } } },
      gemini: config({ responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
  },
  {
    name: 'any JSON',
    requests: {
      openai: { response_format: { type: 'json_object' } },
      responses: { text: { format: { type: 'json_object' } } },
      gemini: config({ responseMimeType: 'application/json' }),
    },
  },
  {
    name: 'how much to reason',
    thinks: true,
    without: { anthropic: { max_tokens: 4000 } },
    requests: {
      openai: { reasoning_effort: 'high' },
      responses: { reasoning: { effort: 'high' } },
      anthropic: { max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2000 } },
      gemini: config({ thinkingConfig: { thinkingBudget: 2000 } }),
    },
  },
  {
    name: 'caching marks or key',
    requests: {
      openai: { prompt_cache_key: 'key' },
      responses: { prompt_cache_key: 'key' },
      anthropic: {
        messages: [{ role: 'user', content: [{ type: 'text', text: QUESTION, cache_control: { type: 'ephemeral' } }] }],
      },
    },
  },
  {
    name: 'stop sequences',
    marks: [MARK],
    requests: {
      openai: { stop: [MARK] },
      anthropic: { stop_sequences: [MARK] },
      gemini: config({ stopSequences: [MARK] }),
    },
  },
  {
    name: 'temperature',
    requests: {
      openai: { temperature: 0.25 },
      responses: { temperature: 0.25 },
      anthropic: { temperature: 0.25 },
      gemini: config({ temperature: 0.25 }),
    },
  },
  { name: 'top k', requests: { anthropic: { top_k: 7 }, gemini: config({ topK: 7 }) } },
  { name: 'seed', requests: { openai: { seed: 7 }, gemini: config({ seed: 7 }) } },
  { name: 'several answers (n)', requests: { openai: { n: 2 }, gemini: config({ candidateCount: 2 }) } },
  {
    name: 'log probabilities',
    requests: {
      openai: { logprobs: true, top_logprobs: 2 },
      responses: { top_logprobs: 2, include: ['message.output_text.logprobs'] },
      gemini: config({ responseLogprobs: true, logprobs: 2 }),
    },
  },
  {
    name: "the vendor's web search",
    requests: {
      openai: { web_search_options: {} },
      responses: { tools: [{ type: 'web_search' }] },
      anthropic: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      gemini: { tools: [{ googleSearch: {} }] },
    },
  },
]
