import { getNodeHealth } from '#contract/api/nodes.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { readNodeHealth } from './node-health.ts'

/** The state of the node that answers, and of its cluster. */
export function nodeRoutes(routes: Routes): void {
  routes.guarded(getNodeHealth, ({ services }) => readNodeHealth(services))
}
