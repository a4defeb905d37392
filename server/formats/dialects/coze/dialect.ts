import { BOT_SETTINGS } from '../bot-settings.ts'
import { collectAnswer } from '../collect.ts'
import type { UpstreamDialect } from '../dialect.ts'
import { objectsOf } from '../json.ts'
import { createRefusal } from '../vendor-error.ts'
import { CozeStreamReader } from './read-stream.ts'
import { writeRequest } from './write-request.ts'

/** The chat of Coze's bots, version 3. */
export const coze: UpstreamDialect = {
  unsupportedSettings: BOT_SETTINGS,
  writeRequest,
  readAnswer(answer) {
    const { events, ...refused } = { events: undefined, ...answer } as Record<string, unknown>
    // An error comes with status 200, without a stream.
    if (!Array.isArray(events)) throw createRefusal(refused)
    const reader = new CozeStreamReader()
    return collectAnswer(objectsOf(events).flatMap((event) => reader.read(JSON.stringify(event))))
  },
  streamReader: () => new CozeStreamReader(),
}
