import type { Incident, ModelStatus } from '#contract/api/traffic.ts'
import { namedLike } from '#web/features/prices/public/named-like.ts'

/** The worst comes first. */
const ORDER: readonly ModelStatus['state'][] = ['down', 'slow', 'up', 'quiet']

/** Returns the models that match the filters: those in trouble first, then by name. */
export function findStatus(
  models: readonly ModelStatus[],
  { keyword, state }: { keyword?: string | undefined; state?: string | undefined },
): ModelStatus[] {
  const named = keyword ? namedLike(models, keyword, ({ model_name }) => model_name) : models
  const found = named.filter((model) => !state || model.state === state)
  return found.toSorted(
    (one, other) =>
      ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || (one.model_name < other.model_name ? -1 : 1),
  )
}

/** The number of models in each state. */
export function countStates(models: readonly ModelStatus[]): Record<ModelStatus['state'], number> {
  const counts = { up: 0, slow: 0, down: 0, quiet: 0 }
  for (const { state } of models) counts[state] += 1
  return counts
}

/** The calls of all models by day, in time order. */
export function daysOfAll(models: readonly ModelStatus[]): ModelStatus['days'] {
  const sums = new Map<number, ModelStatus['days'][number]>()
  for (const { at, served, failed } of models.flatMap(({ days }) => days)) {
    const sum = sums.get(at) ?? { at, served: 0, failed: 0 }
    sums.set(at, { at, served: sum.served + served, failed: sum.failed + failed })
  }
  return [...sums.values()].sort((one, other) => one.at - other.at)
}

/** How a day went: the bounds are those of a model's state. */
export function levelOf({ served, failed }: { served: number; failed: number }): 'up' | 'slow' | 'down' {
  const share = served / (served + failed)
  if (share <= 0.5) return 'down'
  return share < 0.95 ? 'slow' : 'up'
}

/** Splits incidents into those that go on and those that ended. */
export function splitIncidents(incidents: readonly Incident[]) {
  return {
    open: incidents.filter(({ resolved_at }) => resolved_at === 0),
    ended: incidents.filter(({ resolved_at }) => resolved_at > 0),
  }
}
