import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'

/** Converts a field's name from snake_case to camelCase. */
export const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Reads JSON as Google's servers do, by the types of its messages: names in camelCase or snake_case, enum values by
 * name or number, numbers as strings, and a single value in place of a list.
 * https://protobuf.dev/programming-guides/json/; the messages are those of
 * https://ai.google.dev/api/generate-content and https://ai.google.dev/api/embeddings
 */
export function readProtoJson(value: JsonObject, type: MessageType): JsonObject {
  const fields: Readonly<Record<string, string>> = MESSAGES[type]
  const read: JsonObject = {}
  for (const [given, item] of Object.entries(value)) {
    const name = camelCase(given)
    const field = fields[name]
    read[name] = field === undefined || item === null ? item : readField(item, field)
  }
  return read
}

/**
 * `type[]` is a list of a type, `type{}` a map to it. Values without a message type here contain no Google names.
 */
function readField(value: unknown, field: string): unknown {
  if (field.endsWith('[]')) {
    const items = Array.isArray(value) ? value : [value]
    return items.map((item) => readField(item, field.slice(0, -2)))
  }
  if (field.endsWith('{}')) {
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readField(item, field.slice(0, -2))]))
  }
  if (field === 'number') return typeof value === 'string' && value.trim() !== '' ? numberIn(value) : value
  if (isEnum(field)) return typeof value === 'number' ? (ENUMS[field][value] ?? value) : value
  if (!isMessage(field)) return value
  if (field === 'content' || field === 'part') return readProtoJson(written(value, field), field)
  return isRecord(value) ? readProtoJson(value, field) : value
}

const isEnum = (field: string): field is keyof typeof ENUMS => Object.hasOwn(ENUMS, field)
const isMessage = (field: string): field is MessageType => Object.hasOwn(MESSAGES, field)

const numberIn = (text: string): unknown => (Number.isFinite(Number(text)) ? Number(text) : text)

/** Google's SDKs also accept a string for a content or a part, and a list of either for a content. */
function written(value: unknown, type: 'content' | 'part'): JsonObject {
  if (isRecord(value)) return value
  if (type === 'part') return { text: value }
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return { parts: items.flatMap((item) => (isRecord(item) && item.parts !== undefined ? item.parts : [item])) }
}

type MessageType = keyof typeof MESSAGES

const MESSAGES = {
  request: {
    contents: 'content[]',
    systemInstruction: 'content',
    tools: 'tool[]',
    toolConfig: 'toolConfig',
    safetySettings: 'safetySetting[]',
    generationConfig: 'generationConfig',
  },
  content: { parts: 'part[]' },
  part: {
    inlineData: 'media',
    fileData: 'media',
    functionCall: 'functionCall',
    functionResponse: 'functionResponse',
    executableCode: 'executableCode',
    codeExecutionResult: 'codeExecutionResult',
    videoMetadata: 'videoMetadata',
  },
  media: {},
  videoMetadata: { fps: 'number' },
  functionCall: {},
  functionResponse: { parts: 'part[]' },
  executableCode: { language: 'language' },
  codeExecutionResult: { outcome: 'outcome' },
  tool: { functionDeclarations: 'functionDeclaration[]' },
  functionDeclaration: { parameters: 'schema', response: 'schema' },
  schema: {
    type: 'type',
    items: 'schema',
    properties: 'schema{}',
    anyOf: 'schema[]',
    prefixItems: 'schema[]',
    enum: 'text[]',
    required: 'text[]',
    ...{ minItems: 'number', maxItems: 'number', minLength: 'number', maxLength: 'number' },
    ...{ minProperties: 'number', maxProperties: 'number', minimum: 'number', maximum: 'number' },
  },
  toolConfig: { functionCallingConfig: 'functionCallingConfig' },
  functionCallingConfig: { mode: 'mode', allowedFunctionNames: 'text[]' },
  safetySetting: { category: 'category', threshold: 'threshold' },
  generationConfig: {
    stopSequences: 'text[]',
    responseSchema: 'schema',
    responseModalities: 'modality[]',
    thinkingConfig: 'thinkingConfig',
    ...{ temperature: 'number', topP: 'number', topK: 'number', maxOutputTokens: 'number', candidateCount: 'number' },
    ...{ seed: 'number', presencePenalty: 'number', frequencyPenalty: 'number', logprobs: 'number' },
  },
  thinkingConfig: { thinkingBudget: 'number', thinkingLevel: 'thinkingLevel' },
  embedRequest: { content: 'content', taskType: 'taskType', outputDimensionality: 'number' },
  embedRequests: { requests: 'embedRequest[]' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

/**
 * Names in the order of their enum numbers:
 * https://github.com/googleapis/googleapis/tree/master/google/ai/generativelanguage/v1beta
 */
const ENUMS = {
  type: ['TYPE_UNSPECIFIED', 'STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'],
  mode: ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'],
  category: [
    ...['UNSPECIFIED', 'DEROGATORY', 'TOXICITY', 'VIOLENCE', 'SEXUAL', 'MEDICAL', 'DANGEROUS', 'HARASSMENT'],
    ...['HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY'],
  ].map((name) => `HARM_CATEGORY_${name}`),
  threshold: [
    'HARM_BLOCK_THRESHOLD_UNSPECIFIED',
    ...['BLOCK_LOW_AND_ABOVE', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_ONLY_HIGH', 'BLOCK_NONE', 'OFF'],
  ],
  modality: ['MODALITY_UNSPECIFIED', 'TEXT', 'IMAGE', 'AUDIO'],
  thinkingLevel: ['THINKING_LEVEL_UNSPECIFIED', 'LOW', 'HIGH'],
  taskType: [
    ...['TASK_TYPE_UNSPECIFIED', 'RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT', 'SEMANTIC_SIMILARITY', 'CLASSIFICATION'],
    ...['CLUSTERING', 'QUESTION_ANSWERING', 'FACT_VERIFICATION', 'CODE_RETRIEVAL_QUERY'],
  ],
  language: ['LANGUAGE_UNSPECIFIED', 'PYTHON'],
  outcome: ['OUTCOME_UNSPECIFIED', 'OUTCOME_OK', 'OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED'],
} satisfies Record<string, readonly string[]>
