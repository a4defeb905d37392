import {
  optionHistory as historyEndpoint,
  listOptions,
  listUnpricedModels,
  previewContent,
  resetModelRatio,
  setOption,
  testDiscovery as testDiscoveryEndpoint,
  testMail as testMailEndpoint,
  testService as testServiceEndpoint,
  undoOption as undoEndpoint,
} from '#contract/api/options.ts'
import { isOptionKey, isStoredKey, needsProof, options } from '#contract/options.ts'
import { unpricedModels } from '../../insight/unpriced.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { requireProof } from '../../people/sessions/proof.ts'
import type { Identity } from '../../people/sessions/session.ts'
import { beside, page } from '../../platform/http/reply.ts'
import { contentAsHtml } from '../content.ts'
import { optionHistory, undoOption } from './history.ts'
import { saveOption } from './save.ts'
import { testDiscovery } from './test-discovery.ts'
import { testMail } from './test-mail.ts'
import { testService } from './test-service.ts'

/** This API family's message for model ratios that were reset. */
const RESET = { zh: '重置模型倍率成功', en: 'The model ratios were reset' }

/** The options of the settings pages; secrets can be written and never read. */
export function optionRoutes(routes: Routes): void {
  routes.guarded(listOptions, ({ services }) =>
    Object.keys(options)
      .filter(isOptionKey)
      .filter((key) => !('secret' in options[key]))
      .map((key) => ({ key, value: services.options.text(key) })),
  )
  routes.guarded(setOption, async ({ services, by, body, identity }) => {
    proveFor(body.key, identity)
    return saveOption(services, by, body.key, body.value)
  })
  routes.guarded(resetModelRatio, async ({ services, context, by }) => {
    await saveOption(services, by, 'ModelRatio', options.ModelRatio.default)
    return beside(undefined, { message: RESET[context.var.language] })
  })
  routes.guarded(historyEndpoint, async ({ services, query: { key, p, page_size } }) => {
    const { rows, total } = await optionHistory(services, key, { offset: p * page_size, limit: page_size })
    return page(rows, total)
  })
  routes.guarded(listUnpricedModels, ({ services }) => unpricedModels(services))
  routes.guarded(previewContent, ({ body }) => contentAsHtml(body.text))
  routes.guarded(testMailEndpoint, ({ services, by, context, body }) =>
    testMail(services, by, context.var.language, body),
  )
  routes.guarded(testServiceEndpoint, ({ services, by, body }) => testService(services, by.userId, body.service))
  routes.guarded(testDiscoveryEndpoint, ({ services, by, body }) => testDiscovery(services, by.userId, body.issuer))
  routes.guarded(undoEndpoint, ({ services, by, body, identity }) => {
    proveFor(body.key, identity)
    return undoOption(services, by, body.key)
  })
}

function proveFor(key: string, identity: Identity | undefined): void {
  if (identity && isStoredKey(key) && needsProof(key)) requireProof(identity)
}
