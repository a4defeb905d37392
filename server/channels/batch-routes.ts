import { patchChannels as patchEndpoint, undoChannelPatch as undoEndpoint } from '#contract/api/channel-batch.ts'
import { errorText, type Language } from '#contract/errors.ts'
import type { Routes } from '../people/sessions/bind.ts'
import { undoChannelPatch } from './batch-undo.ts'
import { type BatchOutcome, patchChannels } from './batch-update.ts'

/** Changes of many channels at once, for administrators. */
export function channelBatchRoutes(routes: Routes): void {
  routes.guarded(patchEndpoint, async ({ services, by, body: { ids, filter, patch, dry_run }, context }) =>
    presentOutcome(
      await patchChannels(services, by, { scope: { ids, filter }, patch, dryRun: dry_run }),
      context.var.language,
    ),
  )
  routes.guarded(undoEndpoint, async ({ services, by, body, context }) =>
    presentOutcome(await undoChannelPatch(services, by, body), context.var.language),
  )
}

function presentOutcome({ refused, ...outcome }: BatchOutcome, language: Language) {
  return {
    ...outcome,
    refused: refused.map(({ id, code, parameters }) => ({ id, message: errorText(code, language, parameters) })),
  }
}
