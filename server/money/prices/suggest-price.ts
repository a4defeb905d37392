import type { SuggestionReason } from '#contract/prices/price.ts'

export interface Suggestion {
  /** A priced model. */
  like: string
  reason: SuggestionReason
}

interface Parsed {
  /** The whole name without who offers it, in one notation. */
  plain: string
  parts: readonly string[]
  /** The name without dates and editions. */
  model: string
  /** The words and sizes of the name without its version numbers. */
  family: string
}

/**
 * Creates a function that suggests, for a model without a price, a priced one that probably costs as much; the first
 * of equally good ones, so that the newest should come first.
 */
export function createSuggester(priced: readonly string[]): (model: string) => Suggestion | undefined {
  const names = priced.map((like) => ({ like, parsed: parse(like) }))
  return (model) => {
    const own = parse(model)
    const first = (matches: (other: Parsed) => boolean) => names.find(({ parsed }) => matches(parsed))?.like
    const nearest = (least: number, matches: (other: Parsed) => boolean) => {
      const found = names.filter(({ parsed }) => matches(parsed))
      const length = ({ parsed }: { parsed: Parsed }) => sharedStart(own.parts, parsed.parts)
      const best = Math.max(...found.map(length))
      return best >= least ? found.find((one) => length(one) === best)?.like : undefined
    }
    const ways: [SuggestionReason, () => string | undefined][] = [
      ['name', () => first(({ plain }) => plain === own.plain)],
      ['edition', () => first((other) => other.model === own.model)],
      ['family', () => nearest(1, (other) => other.family === own.family && other.parts[0] === own.parts[0])],
      ['similar', () => nearest(2, () => true)],
    ]
    for (const [reason, find] of ways) {
      const like = find()
      if (like !== undefined) return { like, reason }
    }
    return undefined
  }
}

/** Who offers a model: `openai/gpt-4o`, `us.anthropic.claude-opus-5`. */
const OFFERED_BY = /^.*\/|^(?:[a-z-]+\.)+(?=[a-z])/g
/** What a platform adds to its names: `-v1:0`, `:free`, `@20250805`. */
const PLATFORM = /-v\d+:\d+$|:[a-z]+$|@.*$/
const DATE = /-(?:(?:19|20)\d\d-\d\d-\d\d|\d\d-20\d\d)(?=-|$)|-\d\d-\d\d$/g
const EDITIONS = /^(?:latest|preview|beta|exp|instruct|it|chat|fp8|versatile|meta|\d{3,8}|00\d)$/

function parse(name: string): Parsed {
  const bare = name.toLowerCase().replace(PLATFORM, '').replace(OFFERED_BY, '')
  const plain = bare.replace(/[._:\s]/g, '-')
  const parts = split(plain)
  const lasting = split(plain.replace(DATE, '')).filter((part) => !EDITIONS.test(part))
  return {
    plain,
    parts,
    model: lasting.join('-'),
    family: lasting.filter((part) => !/^\d+$/.test(part)).join('-'),
  }
}

/** Parts between dashes; a number after letters is a separate part, a size such as `70b` is one. */
const split = (name: string) => name.split(/-|(?<=[a-z]{2})(?=\d)/).filter(Boolean)

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((part, index) => part !== other[index])
  return end < 0 ? one.length : end
}
