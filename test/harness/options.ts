import type { OptionKey } from '#contract/options.ts'
import { saveOption } from '#server/site/settings/save.ts'
import type { TestServer } from './server.ts'

/** Sets options as root does on the settings pages, in order; anything but a text is written as JSON. */
export async function setOptions(
  server: Pick<TestServer, 'services'>,
  values: Partial<Record<OptionKey, unknown>>,
): Promise<void> {
  const by = { userId: 1, username: 'root', ip: '127.0.0.1', requestId: 'test' }
  for (const [key, value] of Object.entries(values)) {
    await saveOption(server.services, by, key, typeof value === 'string' ? value : JSON.stringify(value))
  }
}
