import { type Channel, createChannel } from '#contract/api/channels.ts'
import type { LoggedIn } from './server.ts'

/** Adds an enabled channel of type 1 with a key of its own, but for the given fields. */
export async function addChannel(admin: LoggedIn, fields: Record<string, unknown>): Promise<Channel> {
  const body = { type: 1, name: 'main', key: `sk-${crypto.randomUUID()}`, ...fields }
  const { data, message } = await admin.call(createChannel, { body: body as never })
  const [channel] = data ?? []
  if (!channel) throw new Error(`no channel was created: ${message}`)
  return channel
}
