import { ApiError } from '../../platform/errors/api-error.ts'
import { OPEN_BRACE } from './json-bytes.ts'
import { type Fields, scanFields } from './scan-fields.ts'

/** Maps all names to one form that case-insensitive parsers treat as equal: they fold `\u017f` to `s`, too. */
const foldCase = (name: string) => (LOWER.test(name) ? name : name.toUpperCase().toLowerCase())
const LOWER = /^[a-z_]*$/

/**
 * Returns a test for names that are not among `names`, but that some JSON parsers treat as one of them: Go's ignore
 * case (https://pkg.go.dev/encoding/json#Unmarshal). An unparsed body must mean the same at the upstream.
 */
export function createSimilarKeyTest(names: Iterable<string>): (name: string) => boolean {
  const known = new Set(names)
  const forms = new Set([...known].map(foldCase))
  // The test runs for each field of each call, and the length decides nearly all of them.
  const lengths = new Set([...known].map((name) => name.length))
  return (name) => lengths.has(name.length) && !known.has(name) && forms.has(foldCase(name))
}

/** Spellings of the same member; Google accepts both. */
const GENERATION_KEYS: readonly (readonly string[])[] = [
  ['maxOutputTokens', 'max_output_tokens'],
  ['candidateCount', 'candidate_count'],
]
/**
 * Top-level objects with decisive members: whether usage is reported, how long answers may be, and how many there
 * are.
 */
const DECISIVE_OBJECTS = Object.entries({
  stream_options: [['include_usage']],
  generationConfig: GENERATION_KEYS,
  generation_config: GENERATION_KEYS,
} satisfies Record<string, readonly (readonly string[])[]>).map(([name, members]) => ({
  name,
  members,
  isSimilarKey: createSimilarKeyTest(members.flat()),
}))
/** The form that nearly all clients send; comparing bytes is faster than scanning it. */
const USUAL_STREAM_OPTIONS = Buffer.from('{"include_usage":true}')
const isUsualStreamOptions = (body: Buffer, start: number, end: number) =>
  end - start === USUAL_STREAM_OPTIONS.length &&
  body.compare(USUAL_STREAM_OPTIONS, 0, USUAL_STREAM_OPTIONS.length, start, end) === 0

/**
 * Refuses a body in which an upstream may read another value than this server: a member that is repeated, given in
 * both spellings, or in another case. Scans short objects only, and only where they occur. Throws body_invalid.
 */
export function refuseAmbiguousNestedKeys(body: Buffer, { spans }: Fields): void {
  if (spans.has('generationConfig') && spans.has('generation_config')) throw repeatedKey('generationConfig')
  for (const { name, members, isSimilarKey } of DECISIVE_OBJECTS) {
    const span = spans.get(name)
    if (span === undefined || body[span.start] !== OPEN_BRACE || isUsualStreamOptions(body, span.start, span.end))
      continue
    const inside = scanFields(body.subarray(span.start, span.end))
    for (const spellings of members) {
      const given = spellings.filter((spelling) => inside.spans.has(spelling)).length
      const again = inside.repeated.some((field) => spellings.includes(field.name))
      if (given > 1 || again) throw repeatedKey(`${name}.${spellings[0]}`)
    }
    for (const field of inside.spans.keys()) {
      if (isSimilarKey(field)) throw new ApiError('body_invalid', { detail: `"${name}.${field}" is no field` })
    }
  }
}

const repeatedKey = (name: string) => new ApiError('body_invalid', { detail: `"${name}" is given twice` })
