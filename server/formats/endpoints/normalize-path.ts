/**
 * Callers join a server's address and a path in many ways. This module maps each to the path of this server that is
 * meant. Pure.
 */

/** A repeated version: in `/v1/v1beta/models` the last one counts. */
const REPEATED_VERSION = /^(?:\/v1(?:beta|alpha)?)+(?=\/v1(?:beta|alpha)?\/)/
/**
 * Addresses at which vendors offer OpenAI's interface: Google's (https://ai.google.dev/gemini-api/docs/openai) and
 * Azure's (https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle), which also has unversioned
 * paths.
 */
const COMPATIBLE = /^\/(?:v1(?:beta|alpha)?\/openai|openai\/v1|openai(?!\/deployments\/))(?=\/|$)/
/** Cohere's version 2 of rerank is compatible with version 1: https://docs.cohere.com/v2/reference/rerank */
const SECOND_VERSION = /^\/v2(?=\/rerank$)/
/** Paths below `/v1`, or with Google's model names below `/v1beta`, that some clients call without the version. */
const UNVERSIONED =
  /^\/(?:chat\/completions|completions|responses(?:\/.*)?|embeddings|moderations|rerank|messages(?:\/count_tokens)?|images\/(?:generations|edits|variations)|audio\/(?:speech|transcriptions|translations)|models(?:\/.*)?|engines\/[^/]+\/embeddings)$/

/** Returns the path of this server that a caller's path means; any other path is returned unchanged. */
export function normalizePath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const bare = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
  const ofVendor = bare.replace(REPEATED_VERSION, '').replace(COMPATIBLE, '/v1').replace(SECOND_VERSION, '/v1')
  const compatible = ofVendor.replace(REPEATED_VERSION, '')
  return UNVERSIONED.test(compatible) ? `/v1${compatible}` : compatible
}
