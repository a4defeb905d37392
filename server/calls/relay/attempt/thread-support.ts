import { channelType } from '#contract/channel-types/all.ts'
import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { messagesFields } from '../../../formats/dialects/anthropic/fields.ts'
import { BadRequest } from '../../../formats/dialects/dialect.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { hasField } from '../read/read-call.ts'

const ANTHROPIC_HOST = 'api.anthropic.com'

/**
 * Throws BadRequest for a message thread on its way to a server that is only compatible with Anthropic's format: it
 * would ignore the field and answer without the conversation, which Anthropic stores. After this error Anthropic's
 * SDK sends the whole conversation. https://platform.claude.com/docs/en/api/beta/messages/create
 */
export function refuseUnsupportedThread(endpoint: RelayEndpoint, body: ScannedBody, channel: ThreadChannel): void {
  if (endpoint.format !== 'anthropic' || !hasField(body.bytes, body.fields, 'thread')) return
  if (hostOf(channel) === ANTHROPIC_HOST) return
  const { why, vendor } = messagesFields.thread
  throw new BadRequest('thread', why, undefined, vendor)
}

type ThreadChannel = Pick<Channel, 'type' | 'baseUrl'>
const hostOf = ({ type, baseUrl }: ThreadChannel) => URL.parse(baseUrl || (channelType(type)?.baseUrl ?? ''))?.hostname
