import { estimateTokens } from '#server/calls/upstream/answers/estimate.ts'

/** The tokens that are charged for a text of which nobody has told the usage. */
export const estimatedTokens = (text: string) => Math.ceil(estimateTokens(text))
