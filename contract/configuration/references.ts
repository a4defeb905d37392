/**
 * `${NAME}` in a text of a configuration file is the value of an environment variable, `$${` is `${` itself. A text that
 * is nothing but a reference to a variable that is not set stays a reference: a stored secret may be meant.
 */

/** A place in a document. */
export type Path = readonly (string | number)[]

/** Stands where a secret belongs: the environment variable that holds it. The server knows no variable. */
export interface SecretReference {
  $env: string
}

export const isSecretReference = (value: unknown): value is SecretReference =>
  typeof value === 'object' && value !== null && '$env' in value && typeof value.$env === 'string'

type Env = Record<string, string | undefined>

/** A reference that cannot be resolved: its variable is `unset`, or the name is no name. */
export interface ReferenceProblem {
  path: Path
  name: string
  kind: 'unset' | 'wrong'
}

const PART = /\$\$\{|\$\{([^}]*)\}/g
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Puts values in the place of references, in a new value. */
export function resolveReferences(value: unknown, env: Env): { value: unknown; problems: ReferenceProblem[] } {
  const problems: ReferenceProblem[] = []
  const resolve = (one: unknown, path: Path): unknown => {
    if (typeof one === 'string') return resolveText(one, env, (kind, name) => problems.push({ path, name, kind }))
    if (Array.isArray(one)) return one.map((item, index) => resolve(item, [...path, index]))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, resolve(item, [...path, name])]))
  }
  return { value: resolve(value, []), problems }
}

function resolveText(text: string, env: Env, refuse: (kind: ReferenceProblem['kind'], name: string) => void): unknown {
  const whole = /^\$\{([^}]*)\}$/.exec(text)?.[1]
  if (whole !== undefined && NAME.test(whole) && env[whole] === undefined) return { $env: whole }
  return text.replace(PART, (part, name: string | undefined) => {
    if (name === undefined) return '${'
    if (!NAME.test(name)) {
      refuse('wrong', name)
      return part
    }
    if (env[name] === undefined) refuse('unset', name)
    return env[name] ?? ''
  })
}

/** The texts of a file for a document of the server. */
export function withReferences(value: unknown): unknown {
  if (isSecretReference(value)) return `\${${value.$env}}`
  if (typeof value === 'string') return value.replaceAll('${', () => '$${')
  if (Array.isArray(value)) return value.map(withReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withReferences(one)]))
}

/** The names of all variables that a file refers to. */
export function namesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [...value.matchAll(PART)].flatMap(([, name]) => (name !== undefined && NAME.test(name) ? [name] : []))
  }
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(namesIn))]
}
