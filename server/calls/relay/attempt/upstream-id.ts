import type { UpstreamAnswer } from '../../../wire/http1/client/upstream-answer.ts'

/** Headers with the id of a request, by which a vendor's bill or support names it: OpenAI's, Anthropic's, resellers'. */
const HEADERS = ['x-request-id', 'request-id', 'x-oneapi-request-id', 'x-generation-id', 'x-amzn-requestid'] as const
/** Printable ASCII of a bounded length, because it is stored with every call. */
const ID = /^[\x21-\x7e]{1,100}$/

/** Returns the upstream's id of a request; undefined = its answer has none. */
export function upstreamIdOf(answer: Pick<UpstreamAnswer, 'header'>): string | undefined {
  for (const name of HEADERS) {
    const id = answer.header(name)
    if (id !== undefined && ID.test(id)) return id
  }
  return undefined
}
