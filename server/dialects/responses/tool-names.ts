import type { NativeTool } from '../conversation.ts'
import { nineLetters } from '../tool-ids.ts'

/** Every vendor's names fit into these letters, and into 64 of them: OpenAI's and Gemini's rules are the narrowest. */
const PLAIN = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/
const LONGEST = 64

/** The namespace in which OpenAI puts functions that name none. */
const DEFAULT_NAMESPACE = 'functions'

/** The tools of a request by names that any vendor takes. Each name stands for one tool, and a tool keeps its name. */
export class ToolNames {
  /** The key of the tool that a name stands for. */
  readonly #owners = new Map<string, string>()
  readonly #names = new Map<string, string>()

  /** The name of a tool; the same for the same tool. Name plain functions first: these keep their own name. */
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

/** A name in the letters that are allowed, told apart from others by a hash of what it stands for. */
function hashed(wanted: string, key: string): string {
  const hash = nineLetters(key)
  const letters = wanted.replace(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_')
  return `${letters.slice(0, LONGEST - hash.length - 1)}_${hash}`
}
