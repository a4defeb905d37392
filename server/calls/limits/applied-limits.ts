import { LIMIT_MEASURES, type LimitMeasure, type LimitScope, type Limits, matchesPattern } from '#contract/limits.ts'
import type { OptionValues } from '#contract/options.ts'
import type { SubjectCounters } from './subject-counters.ts'

/** Limits with what they apply to. */
export interface AppliedLimits {
  scope: LimitScope
  /** Names what is counted together within the scope. */
  subject: string
  limits: Limits
  /** Where they are counted, once that was looked for. */
  counters?: SubjectCounters
  /** Those that are counted, in the order of their checks, once they were listed. */
  counts?: readonly CountedLimit[]
}

/** A limit of calls or tokens. */
export interface CountedLimit {
  measure: LimitMeasure
  limit: number
}

/** Returns the limits of calls and tokens, in the order in which they are checked. */
export function countedLimits(applied: AppliedLimits): readonly CountedLimit[] {
  applied.counts ??= LIMIT_MEASURES.flatMap((measure) => {
    const limit = applied.limits[measure]
    return limit === undefined ? [] : [{ measure, limit }]
  })
  return applied.counts
}

/** The facts of a call that decide which limits apply to it. */
export interface LimitedCall {
  user: { readonly id: number; readonly group: string; readonly limits: Limits | undefined }
  /** undefined = playground. */
  token: { readonly id: number; readonly limits: Limits | undefined; found?: FoundLimits } | undefined
  model: string
}

/** What was found for the calls of a token by a user: good until one of the parts is another object. */
export interface FoundLimits {
  user: LimitedCall['user']
  group: Limits | undefined
  applied: readonly AppliedLimits[]
}

type LimitOptions = Pick<OptionValues, 'GroupLimits' | 'ModelLimits' | 'GroupCallsPerMinute'>

/**
 * Returns a function that finds the limits that apply to a call: those of its token, its user, its user's group (each
 * user of a group on its own), and its model. Limits of channels apply to each attempt.
 */
export function createLimitFinder(options: { readonly values: LimitOptions }) {
  let values: LimitOptions | undefined
  let known: LimitOptions | undefined
  let hasModelLimits = false
  let byGroup = new Map<string, Limits | undefined>()
  let byModel = new Map<string, readonly AppliedLimits[]>()

  /** Forgets what was found once the options have changed. */
  function readOptions(): LimitOptions {
    if (known && options.values === values) return known
    values = options.values
    if (known && hasSameLimits(known, values)) return known
    const { GroupLimits, ModelLimits, GroupCallsPerMinute } = values
    known = { GroupLimits, ModelLimits, GroupCallsPerMinute }
    byGroup = new Map()
    byModel = new Map()
    hasModelLimits = Object.keys(ModelLimits).length > 0
    return known
  }

  function ofGroup(group: string): Limits | undefined {
    const read = readOptions()
    if (!byGroup.has(group)) byGroup.set(group, groupLimits(read, group))
    return byGroup.get(group)
  }

  function ofModel(model: string): readonly AppliedLimits[] {
    const read = readOptions()
    const found = byModel.get(model) ?? modelLimits(read, model)
    // Callers make up names of models.
    if (byModel.size > MAX_KNOWN_MODELS) byModel.clear()
    byModel.set(model, found)
    return found
  }

  function ofCaller({ user, token }: Pick<LimitedCall, 'user' | 'token'>): readonly AppliedLimits[] {
    const group = ofGroup(user.group)
    if (!token?.limits && !user.limits && !group) return NO_LIMITS
    const known = token?.found
    if (known && known.user === user && known.group === group) return known.applied
    const found: AppliedLimits[] = []
    if (token?.limits) found.push({ scope: 'token', subject: String(token.id), limits: token.limits })
    if (user.limits) found.push({ scope: 'user', subject: String(user.id), limits: user.limits })
    if (group) found.push({ scope: 'group', subject: `${user.group}/${user.id}`, limits: group })
    if (token) token.found = { user, group, applied: found }
    return found
  }

  function find(call: LimitedCall): readonly AppliedLimits[] {
    const caller = ofCaller(call)
    if (!hasModelLimits) return caller
    const models = ofModel(call.model)
    if (models.length === 0) return caller
    return caller.length === 0 ? models : [...caller, ...models]
  }

  return { find, ofCaller, ofGroup }
}

const NO_LIMITS: readonly AppliedLimits[] = []

const MAX_KNOWN_MODELS = 10_000

const hasSameLimits = (one: LimitOptions, other: LimitOptions) =>
  one.GroupLimits === other.GroupLimits &&
  one.ModelLimits === other.ModelLimits &&
  one.GroupCallsPerMinute === other.GroupCallsPerMinute

/** `GroupCallsPerMinute` is another place for a group's calls per minute; the smaller number counts. */
function groupLimits({ GroupLimits, GroupCallsPerMinute }: LimitOptions, group: string): Limits | undefined {
  const limits = Object.hasOwn(GroupLimits, group) ? GroupLimits[group] : undefined
  const calls = Object.hasOwn(GroupCallsPerMinute, group) ? GroupCallsPerMinute[group] : undefined
  return calls === undefined ? limits : { ...limits, rpm: Math.min(calls, limits?.rpm ?? calls) }
}

/** All calls of the models that a name or pattern matches count together. */
function modelLimits({ ModelLimits }: LimitOptions, model: string): AppliedLimits[] {
  return Object.entries(ModelLimits)
    .filter(([pattern]) => matchesPattern(pattern, model))
    .map(([subject, limits]) => ({ scope: 'model', subject, limits }))
}
