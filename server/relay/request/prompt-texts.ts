/**
 * Every text of a request that a model reads, in whatever format: chats, responses, messages, contents, embeddings,
 * rerank, pictures, speech. What is left out is named, so that a new kind of content is read without a change here. Pure.
 */

/** Fields whose text is an id, a setting or an address; objects inside of them are read on. */
const UNREAD_TEXTS = new Set(
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
const UNREAD = new Set(
  (
    'metadata labels stop stop_sequences stopSequences logit_bias safetySettings safety_settings cache_control include ' +
    'modalities responseModalities response_modalities stream_options betas context_management'
  ).split(' '),
)
/** `call_id`, `tool_use_ids`, `fileId`. */
const ID = /(?:_id|_ids|[a-z]Ids?)$/
/** Fields that hold JSON of the caller's own: all of it is read, names included. */
const FREE = new Set(
  (
    'args arguments response parameters input_schema schema json_schema parametersJsonSchema parameters_json_schema ' +
    'responseSchema response_schema responseJsonSchema response_json_schema responseJsonschema _responseJsonSchema'
  ).split(' '),
)

/** Whether a model may read the text of a field. */
export const isRead = (name: string): boolean => !UNREAD_TEXTS.has(name) && !UNREAD.has(name) && !ID.test(name)

/** A value that is still to be walked. */
interface Open {
  value: unknown
  /** It is JSON of the caller's own. */
  free: boolean
}

/** The texts that a model reads in a request's JSON. Without recursion: callers may nest as deep as they like. */
export function spokenTexts(request: unknown): string[] {
  const found: string[] = []
  const open: Open[] = [{ value: request, free: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, free } = next
    if (typeof value === 'string') found.push(value)
    else if (Array.isArray(value)) for (const item of value) open.push({ value: item, free })
    else if (typeof value === 'object' && value !== null) {
      if (free) openFree(value, open, found)
      else openKnown(value, open)
    }
  }
  return found
}

function openFree(value: object, open: Open[], found: string[]): void {
  for (const [name, inside] of Object.entries(value)) {
    found.push(name)
    open.push({ value: inside, free: true })
  }
}

function openKnown(object: object, open: Open[]): void {
  for (const [name, value] of Object.entries(object)) {
    if (UNREAD.has(name)) continue
    if (typeof value === 'string') {
      const isSpoken = name === 'data' ? holdsPlainText(object) : isRead(name)
      if (isSpoken) open.push({ value, free: false })
    } else open.push({ value, free: FREE.has(name) || isToolInput(name, value) })
  }
}

/** `data` is base64, but in Anthropic's plain documents: https://platform.claude.com/docs/en/build-with-claude/pdf-support */
const holdsPlainText = (object: { type?: unknown }) => object.type === 'text'

/** Arguments of a tool, as Anthropic has them; lists of the same name are messages or texts. */
const isToolInput = (name: string, value: unknown) => name === 'input' && !Array.isArray(value)
