/** In a text of JSON the quotes are escaped, so that only fields match. */
const FIELD = /"(?:finish_reason|stop_reason|finishReason)"\s*:\s*"([A-Za-z_]{1,30})"/g
/** Fields of an object that a model writes could have the same names: nothing but known words is kept. */
const KNOWN = new Set([
  ...['stop', 'length', 'tool_calls', 'content_filter', 'function_call'],
  ...['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'pause_turn', 'refusal', 'model_context_window_exceeded'],
  ...['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'MALFORMED_FUNCTION_CALL', 'OTHER'],
  ...['COMPLETE', 'STOP_SEQUENCE', 'TOOL_CALL', 'ERROR'],
])
/** A field may be divided among two chunks. */
const OVERLAP = 80

/** Finds the reasons for which a model has stopped, in the bytes of its answer. */
export class FinishReasons {
  readonly #found = new Set<string>()
  #last = ''

  get all(): string[] {
    return [...this.#found]
  }

  see(part: Uint8Array | string): void {
    const text =
      this.#last +
      (typeof part === 'string' ? part : Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1'))
    for (const [, reason = ''] of text.matchAll(FIELD)) if (KNOWN.has(reason)) this.#found.add(reason)
    this.#last = text.slice(-OVERLAP)
  }
}
