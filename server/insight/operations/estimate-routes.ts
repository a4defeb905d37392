import { type EstimateFamily, listEstimates, resetEstimates } from '#contract/api/estimates.ts'
import { SCRIPTS } from '#contract/text-scripts.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Estimates } from '../../formats/estimates/estimates.ts'
import { families } from '../../formats/estimates/families.ts'
import { deleteSums } from '../../formats/estimates/queries.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import type { Platform } from '../../platform/platform.ts'

/** What estimates have learned, and how it is forgotten. */
export function estimateRoutes(routes: Routes): void {
  routes.guarded(listEstimates, ({ services }) => presentFamilies(services.estimates))
  routes.guarded(resetEstimates, ({ services, by }) => reset(services, by))
}

/** Returns the families that have learned something. */
function presentFamilies(estimates: Estimates): EstimateFamily[] {
  const sums = estimates.learned()
  return families.flatMap((family) => {
    const learned = sums.get(family.name)
    if (!learned) return []
    const present = estimates.ratiosOf(family)
    const ratios = SCRIPTS.map((script, index) => ({
      script,
      ratio: present[index] ?? 1,
      by_default: family.ratios[index] ?? 1,
      calls: learned[index]?.calls ?? 0,
    }))
    return [{ name: family.name, ratios }]
  })
}

async function reset({ store, bus, estimates }: Platform & Calls, by: Author): Promise<void> {
  const before = Object.fromEntries(presentFamilies(estimates).map(({ name, ratios }) => [name, roundedRatios(ratios)]))
  await store.db.transaction().execute(async (trx) => {
    await deleteSums(trx)
    await writeAudit(trx, by, { action: 'estimate.delete', target: { kind: 'estimate', id: 'all' }, before })
  })
  bus.publish({ kind: 'estimates' })
}

/** The ratios as they are shown, by script. */
const roundedRatios = (ratios: EstimateFamily['ratios']) =>
  Object.fromEntries(ratios.map(({ script, ratio }) => [script, Math.round(ratio * 100) / 100]))
