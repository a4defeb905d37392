import { Failure } from '../errors/api-error.ts'
import { type Fields, scanFields } from './scan-fields.ts'
import { lookalikesOf } from './similar-keys.ts'

/** Members of one thing; Google takes either spelling. */
const GENERATION: readonly (readonly string[])[] = [
  ['maxOutputTokens', 'max_output_tokens'],
  ['candidateCount', 'candidate_count'],
]
/** Top-level objects inside of which something decides: whether usage is told, how long answers are, and how many. */
const DECIDING = Object.entries({
  stream_options: [['include_usage']],
  generationConfig: GENERATION,
  generation_config: GENERATION,
} satisfies Record<string, readonly (readonly string[])[]>).map(([name, members]) => ({
  name,
  members,
  isLookalike: lookalikesOf(members.flat()),
}))
const OPEN_BRACE = 0x7b
/** As nearly all clients write it, which is told sooner than it is taken apart. */
const USUAL = Buffer.from('{"include_usage":true}')
const isUsual = (body: Buffer, start: number, end: number) =>
  end - start === USUAL.length && body.compare(USUAL, 0, USUAL.length, start, end) === 0

/**
 * Refuses a body in which an upstream may read another value than we did: a member given twice, in both of its
 * spellings, or in other letters. Looks at short objects, and only where there are any. Throws body_invalid.
 */
export function refuseNestedReadings(body: Buffer, { spans }: Fields): void {
  if (spans.has('generationConfig') && spans.has('generation_config')) throw twice('generationConfig')
  for (const { name, members, isLookalike } of DECIDING) {
    const span = spans.get(name)
    if (span === undefined || body[span.start] !== OPEN_BRACE || isUsual(body, span.start, span.end)) continue
    const inside = scanFields(body.subarray(span.start, span.end))
    for (const spellings of members) {
      const given = spellings.filter((spelling) => inside.spans.has(spelling)).length
      const again = inside.repeated.some((field) => spellings.includes(field.name))
      if (given > 1 || again) throw twice(`${name}.${spellings[0]}`)
    }
    for (const field of inside.spans.keys()) {
      if (isLookalike(field)) throw new Failure('body_invalid', { detail: `"${name}.${field}" is no field` })
    }
  }
}

const twice = (name: string) => new Failure('body_invalid', { detail: `"${name}" is given twice` })
