import { getSetup, recordSetup, type SetupFacts } from '#contract/api/setup.ts'
import { mailMark } from '../mail/mail-mark.ts'
import type { Routes } from '../sessions/bind.ts'
import { storeOption } from '../settings/save.ts'
import { createSetup } from './facts.ts'

/** The checklist of the first run: facts, and the few words of root that no fact can tell. */
export function setupRoutes(routes: Routes): void {
  let facts: ((userId: number) => Promise<SetupFacts>) | undefined
  routes.guarded(getSetup, ({ services, actor }) => {
    facts ??= createSetup(services)
    return facts(actor.id)
  })
  routes.guarded(recordSetup, async ({ services, by, body: { entry, mail, hidden } }) => {
    const { vault, options } = services
    if (entry) await storeOption(services, by, 'SetupEntry', entry)
    if (mail) await storeOption(services, by, 'SetupMail', mailMark(mail, vault, options.values))
    if (hidden) await storeOption(services, by, 'SetupHidden', hidden.join(','))
  })
}
