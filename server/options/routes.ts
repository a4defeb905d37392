import { listOptions, setOption } from '#contract/api/options.ts'
import { type OptionKey, options } from '#contract/options.ts'
import type { Routes } from '../http/bind.ts'
import { saveOption } from './save.ts'

/** The options of the settings pages; secrets can be written and never read. */
export function optionRoutes(routes: Routes): void {
  routes.guarded(listOptions, ({ services }) =>
    (Object.keys(options) as OptionKey[])
      .filter((key) => !('secret' in options[key]))
      .map((key) => ({ key, value: services.options.text(key) })),
  )
  routes.guarded(setOption, async ({ services, by, body }) => saveOption(services, by, body.key, body.value))
}
