import { isTooDeep, MAX_JSON_DEPTH } from '#contract/json-depth.ts'

/** What a refusal says. */
export const TOO_DEEP = `it has more than ${MAX_JSON_DEPTH} objects and lists inside each other`

/** Parses JSON of others, as `JSON.parse` does. Throws a SyntaxError also where it is nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(TOO_DEEP)
  return JSON.parse(text)
}
