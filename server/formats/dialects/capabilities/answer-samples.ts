import type { UpstreamFormat } from '../all.ts'
import type { JsonObject } from '../conversation.ts'
import { MARK, MEDIA } from './request-samples.ts'

/** One feature in answers of upstreams. A format that is absent cannot express it, or has no sample. */
export interface AnswerFeature {
  name: string
  marks: string[]
  /** Whole answers. */
  answers: Partial<Record<UpstreamFormat, JsonObject>>
  /** What the caller's next request repeats from the answer must reach the upstream that gave it. */
  isKept?: true
}

const chat = (message: JsonObject, finish_reason = 'stop') => ({
  id: 'a',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: null, ...message } }],
})
const response = (...output: JsonObject[]) => ({ id: 'a', object: 'response', status: 'completed', model: 'm', output })
const textMessage = (text: string, annotations: JsonObject[] = []) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations }],
})
const message = (stop_reason: string, ...content: JsonObject[]) => ({
  id: 'a',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason,
  usage: { input_tokens: 1, output_tokens: 1 },
})
const gemini = (parts: JsonObject[], more: JsonObject = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP', ...more }],
})
const cohere = (reply: JsonObject, finish_reason = 'COMPLETE') => ({
  id: 'a',
  finish_reason,
  message: { role: 'assistant', ...reply },
})

const NAMES = ['first_mark', 'second_mark']
const functions = NAMES.map((name) => ({ id: name, type: 'function', function: { name, arguments: '{}' } }))
const URL = 'https://capability.example/mark'

/** A tool call with the vendor's reasoning state. */
const STATE = 'Y2FwYWJpbGl0eSBtYXJr'

export const ANSWER_FEATURES: AnswerFeature[] = [
  {
    name: 'text',
    marks: [MARK],
    answers: {
      openai: chat({ content: MARK }),
      responses: response(textMessage(MARK)),
      anthropic: message('end_turn', { type: 'text', text: MARK }),
      gemini: gemini([{ text: MARK }]),
      cohere: cohere({ content: [{ type: 'text', text: MARK }] }),
    },
  },
  {
    name: 'parallel calls of tools',
    marks: NAMES,
    answers: {
      openai: chat({ tool_calls: functions }, 'tool_calls'),
      responses: response(
        ...NAMES.map((name) => ({ type: 'function_call', id: name, call_id: name, name, arguments: '{}' })),
      ),
      anthropic: message('tool_use', ...NAMES.map((name) => ({ type: 'tool_use', id: name, name, input: {} }))),
      gemini: gemini(NAMES.map((name) => ({ functionCall: { name, args: {} } }))),
      cohere: cohere({ tool_calls: functions }, 'TOOL_CALL'),
    },
  },
  {
    name: 'reasoning',
    marks: [MARK],
    answers: {
      openai: chat({ reasoning_content: MARK, content: 'So.' }),
      responses: response(
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: MARK }] },
        textMessage('So.'),
      ),
      anthropic: message(
        'end_turn',
        { type: 'thinking', thinking: MARK, signature: STATE },
        { type: 'text', text: 'So.' },
      ),
      gemini: gemini([{ text: MARK, thought: true }, { text: 'So.' }]),
      cohere: cohere({
        content: [
          { type: 'thinking', thinking: MARK },
          { type: 'text', text: 'So.' },
        ],
      }),
    },
  },
  {
    name: 'reasoning kept across turns',
    marks: [STATE],
    isKept: true,
    answers: {
      responses: response(
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: STATE },
        { type: 'function_call', id: 'fc_1', call_id: 'first_mark', name: 'first_mark', arguments: '{}' },
      ),
      anthropic: message(
        'tool_use',
        { type: 'thinking', thinking: 'Hm.', signature: STATE },
        { type: 'tool_use', id: 'first_mark', name: 'first_mark', input: {} },
      ),
      gemini: gemini([{ functionCall: { name: 'first_mark', args: {} }, thoughtSignature: STATE }]),
    },
  },
  {
    name: 'citations',
    marks: [URL],
    answers: {
      openai: chat({
        content: MARK,
        annotations: [{ type: 'url_citation', url_citation: { url: URL, title: 't', start_index: 0, end_index: 10 } }],
      }),
      responses: response(
        textMessage(MARK, [{ type: 'url_citation', url: URL, title: 't', start_index: 0, end_index: 10 }]),
      ),
      anthropic: message('end_turn', {
        type: 'text',
        text: MARK,
        citations: [
          { type: 'web_search_result_location', url: URL, title: 't', encrypted_index: 'x', cited_text: 'words' },
        ],
      }),
      gemini: gemini([{ text: MARK }], {
        groundingMetadata: {
          groundingChunks: [{ web: { uri: URL, title: 't' } }],
          groundingSupports: [{ segment: { startIndex: 0, endIndex: 10, text: MARK }, groundingChunkIndices: [0] }],
        },
      }),
    },
  },
  {
    name: 'pictures',
    marks: [MEDIA],
    answers: { gemini: gemini([{ inlineData: { mimeType: 'image/png', data: MEDIA } }]) },
  },
]
