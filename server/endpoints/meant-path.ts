/**
 * Callers join the address of a server and a path in many ways. This is the one place that says which path of ours each
 * of them means. Pure.
 */

/** A version that is said twice: of `/v1/v1beta/models` the last counts. */
const VERSION_AGAIN = /^(?:\/v1(?:beta|alpha)?)+(?=\/v1(?:beta|alpha)?\/)/
/**
 * Addresses at which vendors offer OpenAI's interface: Google's (https://ai.google.dev/gemini-api/docs/openai) and Azure's
 * (https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle), which has paths without a version beside.
 */
const COMPATIBLE = /^\/(?:v1(?:beta|alpha)?\/openai|openai\/v1|openai(?!\/deployments\/))(?=\/|$)/
/** Cohere's second version sorts documents as its first did: https://docs.cohere.com/v2/reference/rerank */
const SECOND_VERSION = /^\/v2(?=\/rerank$)/
/** What is called below `/v1`, or with Google's names of models below `/v1beta`, by clients that leave the version out. */
const UNVERSIONED =
  /^\/(?:chat\/completions|completions|responses(?:\/.*)?|embeddings|moderations|rerank|messages(?:\/count_tokens)?|images\/(?:generations|edits|variations)|audio\/(?:speech|transcriptions|translations)|models(?:\/.*)?|engines\/[^/]+\/embeddings)$/

/** The path of ours that a caller's path means; one that means nothing else is the same. */
export function meantPath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const bare = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
  const ofVendor = bare.replace(VERSION_AGAIN, '').replace(COMPATIBLE, '/v1').replace(SECOND_VERSION, '/v1')
  const compatible = ofVendor.replace(VERSION_AGAIN, '')
  return UNVERSIONED.test(compatible) ? `/v1${compatible}` : compatible
}
