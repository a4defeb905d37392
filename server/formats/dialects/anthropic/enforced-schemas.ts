import type { JsonObject } from '../conversation.ts'
import { type AnswerSchema, answerSchema } from './answer-schema.ts'

const MAX_STRICT_TOOLS = 20
const MAX_OPTIONAL = 24

/**
 * The schemas of one request that Claude is held to, within the limits that they share. Checked on 2026-11-25:
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs, https://github.com/genkit-ai/genkit/issues/5230
 */
export class EnforcedSchemas {
  #tools = 0
  #optional = 0

  /** Returns the schema of an answer in Claude's subset; undefined = the model cannot be held to it. */
  ofAnswer(schema: JsonObject): AnswerSchema | undefined {
    const reduced = answerSchema(schema)
    if (!reduced || this.#optional + reduced.optional > MAX_OPTIONAL) return undefined
    this.#optional += reduced.optional
    return reduced
  }

  /** As `ofAnswer`, for the arguments of a strict tool. */
  ofTool(schema: JsonObject): AnswerSchema | undefined {
    const reduced = this.#tools < MAX_STRICT_TOOLS ? this.ofAnswer(schema) : undefined
    if (reduced) this.#tools += 1
    return reduced
  }
}
