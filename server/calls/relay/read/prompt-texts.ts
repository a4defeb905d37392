/**
 * Collects every text of a request that a model reads, in all formats: chats, responses, messages, contents,
 * embeddings, rerank, images, speech. Fields are excluded by name, so that a new kind of content is read without a
 * change here. Pure.
 */

/** Fields whose text is an id, a setting or an address; objects inside them are still read. */
const UNREAD_TEXT_FIELDS = new Set(
  (
    'id ids object type role model status format detail url uri image_url file_url file_data fileUri file_uri ' +
    'b64_json mimeType mime_type media_type signature thoughtSignature thought_signature encrypted_content ' +
    'encrypted_index user group safety_identifier prompt_cache_key prompt_cache_retention service_tier serviceTier ' +
    'inference_geo speed reasoning_effort effort verbosity tool_choice mode truncation voice size quality style ' +
    'moderation background output_format response_format responseMimeType response_mime_type encoding_format ' +
    'taskType task_type input_type cachedContent cached_content container phase execution caller'
  ).split(' '),
)
/** Fields of which nothing is read. */
const SKIPPED_FIELDS = new Set(
  (
    'metadata labels stop stop_sequences stopSequences logit_bias safetySettings safety_settings cache_control include ' +
    'modalities responseModalities response_modalities stream_options betas context_management'
  ).split(' '),
)
/** `call_id`, `tool_use_ids`, `fileId`. */
const ID_FIELD = /(?:_id|_ids|[a-z]Ids?)$/
/** Fields that contain arbitrary JSON of the caller: all of it is read, names included. */
const FREE_FORM_FIELDS = new Set(
  (
    'args arguments response parameters input_schema schema json_schema parametersJsonSchema parameters_json_schema ' +
    'responseSchema response_schema responseJsonSchema response_json_schema responseJsonschema _responseJsonSchema'
  ).split(' '),
)

/** Whether a model may read the text of a field. */
export const isReadByModel = (name: string): boolean =>
  !UNREAD_TEXT_FIELDS.has(name) && !SKIPPED_FIELDS.has(name) && !ID_FIELD.test(name)

/** A value that is still to be visited. */
interface PendingValue {
  value: unknown
  /** Whether it is arbitrary JSON of the caller. */
  isFreeForm: boolean
}

/**
 * Returns the texts of a request's JSON that a model reads. Not recursive: a request may be nested to any depth.
 */
export function promptTexts(request: unknown): string[] {
  const found: string[] = []
  const open: PendingValue[] = [{ value: request, isFreeForm: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isFreeForm } = next
    if (typeof value === 'string') found.push(value)
    else if (Array.isArray(value)) for (const item of value) open.push({ value: item, isFreeForm })
    else if (typeof value === 'object' && value !== null) {
      if (isFreeForm) pushFreeForm(value, open, found)
      else pushKnown(value, open)
    }
  }
  return found
}

function pushFreeForm(value: object, open: PendingValue[], found: string[]): void {
  for (const [name, inside] of Object.entries(value)) {
    found.push(name)
    open.push({ value: inside, isFreeForm: true })
  }
}

function pushKnown(object: object, open: PendingValue[]): void {
  for (const [name, value] of Object.entries(object)) {
    if (SKIPPED_FIELDS.has(name)) continue
    if (typeof value === 'string') {
      const isSpoken = name === 'data' ? holdsPlainText(object) : isReadByModel(name)
      if (isSpoken) open.push({ value, isFreeForm: false })
    } else open.push({ value, isFreeForm: FREE_FORM_FIELDS.has(name) || isToolInput(name, value) })
  }
}

/**
 * `data` is base64, except in Anthropic's plain-text documents:
 * https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
const holdsPlainText = (object: { type?: unknown }) => object.type === 'text'

/** `input` holds a tool's arguments in Anthropic's format; lists of the same name are messages or texts. */
const isToolInput = (name: string, value: unknown) => name === 'input' && !Array.isArray(value)
