import { isRecord } from '#contract/is-record.ts'
import type { JsonObject, TokenLogprob } from './conversation.ts'
import { numberOf, objectOf, objectsOf, textOf } from './json.ts'

/**
 * The probabilities of an answer's tokens, as OpenAI's formats, Gemini and Cohere have them; Anthropic has none:
 * https://platform.openai.com/docs/api-reference/chat/object, https://ai.google.dev/api/generate-content#LogprobsResult,
 * https://docs.cohere.com/reference/chat
 */

/** Reads OpenAI's list of tokens, of chat completions and of Responses alike. */
export const readLogprobs = (list: unknown): TokenLogprob[] =>
  objectsOf(list).flatMap(({ top_logprobs, ...token }) => {
    const top = objectsOf(top_logprobs).flatMap(readToken)
    return readToken(token).map((one) => (top.length > 0 ? { ...one, top } : one))
  })

function readToken({ token, logprob, bytes }: JsonObject): TokenLogprob[] {
  if (typeof token !== 'string' || numberOf(logprob) === undefined) return []
  const own = Array.isArray(bytes) ? { bytes: bytes.filter((byte) => typeof byte === 'number') } : {}
  return [{ token, logprob: numberOf(logprob) ?? 0, ...own }]
}

export const writeLogprobs = (tokens: readonly TokenLogprob[]): JsonObject[] =>
  tokens.map(({ top = [], ...token }) => ({ ...writeToken(token), top_logprobs: top.map(writeToken) }))

const writeToken = ({ token, logprob, bytes = [...Buffer.from(token)] }: TokenLogprob) => ({ token, logprob, bytes })

/** Reads `logprobsResult` of one of Gemini's candidates. */
export function readLogprobsResult(result: unknown): TokenLogprob[] {
  const { chosenCandidates, topCandidates } = objectOf(result)
  const tops = Array.isArray(topCandidates) ? topCandidates : []
  return objectsOf(chosenCandidates).flatMap((chosen, index) => {
    const top = objectsOf(objectOf(tops[index]).candidates).map(ofCandidate)
    return [{ ...ofCandidate(chosen), ...(top.length > 0 ? { top } : {}) }]
  })
}

const ofCandidate = ({ token, logProbability }: JsonObject): TokenLogprob => ({
  token: textOf(token),
  logprob: numberOf(logProbability) ?? 0,
})

export function writeLogprobsResult(tokens: readonly TokenLogprob[]): JsonObject {
  const candidate = ({ token, logprob }: TokenLogprob) => ({ token, logProbability: logprob })
  const sum = tokens.reduce((total, { logprob }) => total + logprob, 0)
  return {
    avgLogprobs: sum / tokens.length,
    logprobsResult: {
      topCandidates: tokens.map(({ top = [] }) => ({ candidates: top.map(candidate) })),
      chosenCandidates: tokens.map(candidate),
    },
  }
}

/** Reads Cohere's items: the text of several tokens stands with the first of them. */
export const readLogprobItems = (items: unknown): TokenLogprob[] =>
  [items]
    .flat()
    .filter(isRecord)
    .flatMap(({ text, logprobs }) =>
      (Array.isArray(logprobs) ? logprobs : []).map((logprob, index) => ({
        token: index === 0 ? textOf(text) : '',
        logprob: numberOf(logprob) ?? 0,
      })),
    )

export const writeLogprobItems = (tokens: readonly TokenLogprob[]): JsonObject[] =>
  tokens.map(({ token, logprob }) => ({ text: token, token_ids: [], logprobs: [logprob] }))
