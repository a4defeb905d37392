import { isLiteLlm, readLiteLlm } from './litellm.ts'
import { isModelsDev, readModelsDev } from './models-dev.ts'
import { isOpenRouter, readOpenRouter } from './open-router.ts'
import type { PriceList } from './price-list.ts'

/** Reads a price list of any known shape, recognised from its content; undefined if it has none of them. */
export function readPriceList(document: unknown): PriceList | undefined {
  if (isOpenRouter(document)) return readOpenRouter(document)
  if (isModelsDev(document)) return readModelsDev(document)
  return isLiteLlm(document) ? readLiteLlm(document) : undefined
}
