import type { NativeTool } from './conversation.ts'
import { toMistralId } from './tool-ids.ts'

/**
 * Names with these characters and at most 64 of them are valid for every vendor: OpenAI's and Gemini's rules are
 * the strictest.
 */
const PLAIN = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/
const MAX_LENGTH = 64

/** OpenAI's namespace for functions without one. */
const DEFAULT_NAMESPACE = 'functions'

/**
 * Gives the tools of a request names that any vendor accepts. Each name stands for one tool, and a tool keeps its
 * name.
 */
export class ToolNames {
  /** Returns whether every vendor accepts a name. */
  static isPlain(name: string): boolean {
    return PLAIN.test(name)
  }

  /** The key of the tool that owns each name. */
  readonly #owners = new Map<string, string>()
  readonly #names = new Map<string, string>()

  /**
   * Returns the name of a tool, always the same for the same tool. Register plain functions first, so that they
   * keep their own names.
   */
  of({ kind, name, namespace = '' }: NativeTool): string {
    const group = namespace === DEFAULT_NAMESPACE ? '' : namespace
    const key = JSON.stringify([kind === 'function' || kind === 'custom' ? '' : kind, group, name])
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const wanted = group ? joined(group, name) : name
    const free = PLAIN.test(wanted) && !this.#owners.has(wanted) ? wanted : hashed(wanted, key)
    this.#owners.set(free, key)
    this.#names.set(key, free)
    return free
  }
}

const joined = (namespace: string, name: string) => `${namespace.replace(/_+$/, '')}__${name}`

/** Returns a name in the allowed characters, made unique by a hash of the tool's key. */
function hashed(wanted: string, key: string): string {
  const hash = toMistralId(key)
  const letters = wanted.replace(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_')
  return `${letters.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`
}

const SCHEMA_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * Returns the name of a schema in the characters that OpenAI accepts. No answer repeats it:
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export const toSchemaName = (name: string) => (SCHEMA_NAME.test(name) ? name : hashed(name, name))
