import * as z from 'zod/mini'
import { SCRIPTS } from '../text-scripts.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

const learnedRatio = z.object({
  script: z.enum(SCRIPTS),
  /** Tokens per piece: a word, a run of punctuation, a number, a line end, or a character of another script. */
  ratio: z.number(),
  /** The ratio before anything was learned. */
  by_default: z.number(),
  /** The calls from which it was learned. */
  calls: z.number(),
})

const family = z.object({
  /** Models that are taken to share a tokenizer, such as `claude`; `other` = all that have no family. */
  name: z.string(),
  ratios: z.array(learnedRatio),
})
export type EstimateFamily = z.infer<typeof family>

export const listEstimates = endpoint('GET /api/estimates', 'root', {
  summary: 'The ratios by which tokens are estimated where an upstream reports none: families that have learned',
  reply: z.array(family),
})

export const resetEstimates = endpoint('DELETE /api/estimates', 'root', {
  summary: 'Forget on all nodes what estimates have learned',
  reply: nothing,
})
