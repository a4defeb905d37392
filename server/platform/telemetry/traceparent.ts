/** The place of a span in a trace, as `traceparent` carries it. */
export interface TraceParent {
  traceId: string
  spanId: string
  /** 1 = sampled. */
  traceFlags: number
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ALL_ZERO = /^0+$/
const SAMPLED = 1

/**
 * Reads a `traceparent`; undefined = there is none, or it is not valid. Later versions may have more fields.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(text: string | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(text?.trim() ?? '') ?? []
  if (!version || version === 'ff' || (version === '00' && more)) return undefined
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED }
}

/** Writes a `traceparent`. */
export const writeTraceparent = ({ traceId, spanId, traceFlags }: TraceParent): string =>
  `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`
