import { getSetup, recordSetup, type SetupFacts } from '#contract/api/setup.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { mailStateMark } from '../../platform/mail/mail-state.ts'
import { storeOption } from '../settings/save.ts'
import { createSetupReader } from './facts.ts'

/** The checklist of the first run: derived facts, and root's answers where no fact can be derived. */
export function setupRoutes(routes: Routes): void {
  let facts: ((userId: number) => Promise<SetupFacts>) | undefined
  routes.guarded(getSetup, ({ services, actor }) => {
    facts ??= createSetupReader(services)
    return facts(actor.id)
  })
  routes.guarded(recordSetup, async ({ services, by, body: { entry, mail, hidden } }) => {
    const { vault, options } = services
    if (entry) await storeOption(services, by, 'SetupEntry', entry)
    if (mail) await storeOption(services, by, 'SetupMail', mailStateMark(mail, vault, options.values))
    if (hidden) await storeOption(services, by, 'SetupHidden', hidden.join(','))
  })
}
