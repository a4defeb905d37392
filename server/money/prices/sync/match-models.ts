import { vendorOfModel } from '#contract/vendor-of-model.ts'
import { defaultPrices } from '../default-prices.ts'
import type { ListEntry } from './price-list.ts'

/** Which entry of a list is the price of a model on offer. Pure. */

/** Vendors by what lists call them, where that is not our name for them. */
const VENDORS: Readonly<Record<string, string>> = {
  gemini: 'google',
  'google-ai-studio': 'google',
  'x-ai': 'xai',
  mistralai: 'mistral',
  cohere_chat: 'cohere',
  moonshotai: 'moonshot',
  'moonshotai-cn': 'moonshot',
  zai: 'zhipu',
  'z-ai': 'zhipu',
  'zai-org': 'zhipu',
  zhipuai: 'zhipu',
  dashscope: 'alibaba',
  qwen: 'alibaba',
  'alibaba-cn': 'alibaba',
  jina_ai: 'jina',
  'meta-llama': 'meta',
  together_ai: 'together',
  togetherai: 'together',
  'text-completion-openai': 'openai',
  'bytedance-seed': 'bytedance',
  volcengine: 'bytedance',
}

/** The vendor that sells at an entry's price. */
export const vendorOfSeller = (seller: string): string => {
  const name = seller.toLowerCase()
  return Object.hasOwn(VENDORS, name) ? (VENDORS[name] ?? name) : name
}

/** Who makes a model: the vendor of the built-in list, else the one that the name tells. */
function makerOf(model: string): string | undefined {
  const listed = Object.hasOwn(defaultPrices.models, model) ? defaultPrices.models[model]?.vendor : undefined
  return listed ?? vendorOfModel(model)
}

const isOfMaker = ({ seller, id }: ListEntry) => makerOf(id) === vendorOfSeller(seller)

/**
 * Creates a function that finds a model in a list: by its name at its maker, or by the whole name in the list. A name
 * such as `openai/gpt-5` is also found as `gpt-5`, where the vendor before the stroke is the maker.
 */
export function createMatcher(entries: readonly ListEntry[]): (model: string) => ListEntry | undefined {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const byMaker = new Map<string, ListEntry>()
  for (const entry of entries) if (isOfMaker(entry) && !byMaker.has(entry.id)) byMaker.set(entry.id, entry)
  return (model) => {
    const found = byMaker.get(model) ?? byName.get(model)
    if (found) return found
    const slash = model.indexOf('/')
    const [vendor, name] = [vendorOfSeller(model.slice(0, Math.max(slash, 0))), model.slice(slash + 1)]
    if (slash <= 0 || makerOf(name) !== vendor) return undefined
    const own = byMaker.get(name) ?? byName.get(name)
    return own && isOfMaker(own) ? own : undefined
  }
}
