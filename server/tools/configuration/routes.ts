import {
  applyConfiguration,
  type ConfigurationPlan,
  exportConfiguration,
  exportConfigurationFile,
  planConfiguration,
  readConfigurationFile,
} from '#contract/api/configuration.ts'
import { isStoredKey, needsProof } from '#contract/options.ts'
import { isDestination } from '../../channels/key-destination.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { requireProof } from '../../people/sessions/proof.ts'
import type { Identity } from '../../people/sessions/session.ts'
import { applyDocument, planDocument } from './apply.ts'
import { exportDocument } from './export.ts'
import { readYaml } from './file/read-yaml.ts'

/** The site's configuration as one document, for root. */
export function configurationRoutes(routes: Routes): void {
  routes.guarded(exportConfiguration, ({ services }) => exportDocument(services))
  routes.guarded(exportConfigurationFile, async ({ services }) => {
    const [{ writeYaml }, exported] = [await import('./file/write-yaml.ts'), await exportDocument(services)]
    return new Response(writeYaml(exported), { headers: { 'Content-Type': 'application/yaml; charset=utf-8' } })
  })
  routes.guarded(readConfigurationFile, async ({ body }) => ({ document: await readYaml(body.text) }))
  routes.guarded(planConfiguration, ({ services, body, context }) => planDocument(services, context.var.language, body))
  routes.guarded(applyConfiguration, ({ services, by, body, context, identity }) =>
    applyDocument(services, by, context.var.language, body, (plan) => proveFor(plan, identity)),
  )
}

/**
 * As for changes on the pages: options that decide who gets the money and who gets in need a proof, and so do a stored
 * channel whose key would go elsewhere and a sink.
 */
function proveFor({ changes }: ConfigurationPlan, identity: Identity | undefined): void {
  const isGuarded = changes.some(
    ({ path: [section, key = '', field = ''] }) =>
      (isStoredKey(key) && needsProof(key)) || (section === 'channels' && isDestination(field)) || section === 'sinks',
  )
  if (identity && isGuarded) requireProof(identity)
}
