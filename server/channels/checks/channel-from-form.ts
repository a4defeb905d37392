import type * as z from 'zod/mini'
import type { probeInput } from '#contract/api/channel-checks.ts'
import { keysIn } from '#contract/channel-rules.ts'
import { commaList } from '#contract/comma-list.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../calls/calls.ts'
import { wayOfChannel } from '../../calls/registry/channel-way.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sendsElsewhere } from '../key-destination.ts'
import { checkFields, checkKeys, tidyFields } from '../rules.ts'
import { splitSettings } from '../seal-settings.ts'

type ProbeInput = z.output<typeof probeInput>

/**
 * Returns the channel that a form describes, as the data plane would see it after saving. Throws what saving would
 * throw. A stored key is only sent to the stored address: otherwise a changed address would receive it.
 */
export function channelFromForm(
  { channels, keyPools }: Pick<Calls, 'channels' | 'keyPools'>,
  input: ProbeInput,
): Channel {
  const tidy = tidyFields({
    base_url: '',
    other: '',
    model_mapping: '',
    openai_organization: '',
    ...givenFields(input),
  })
  const stored = input.id === undefined ? undefined : channels.byId(input.id)
  const former = formerSettings(stored)
  const { settings, secrets } = splitSettings(input.settings?.trim() ?? former.settings, former)
  const { type, base_url = '', other = '', model_mapping = '', openai_organization = '' } = tidy
  const [key] = keysIn(input.key ?? '')
  checkKeys(key === undefined ? [] : [key], type ?? 0)
  const fields = { base_url, other, model_mapping, openai_organization, settings }
  checkFields(fields, { type: type ?? 0, base_url, other }, new Set())
  return {
    id: 0,
    type: type ?? 0,
    name: '',
    status: CHANNEL_STATUS.enabled,
    key: key ?? storedKey(stored && keyPools.withAnyKey(stored), { type, base_url, other, settings }),
    baseUrl: base_url,
    organization: openai_organization,
    other,
    models: commaList(input.models ?? ''),
    groups: [],
    priority: 0,
    weight: 0,
    modelMapping: model_mapping ? JSON.parse(model_mapping) : {},
    statusMapping: {},
    autoBan: false,
    settings: {},
    way: wayOfChannel(settings ? JSON.parse(settings) : {}, secrets),
  }
}

const givenFields = ({ type, base_url, other, model_mapping, openai_organization }: ProbeInput) => ({
  type,
  ...(other === undefined ? {} : { other }),
  ...(openai_organization === undefined ? {} : { openai_organization }),
  ...(base_url === undefined ? {} : { base_url }),
  ...(model_mapping === undefined ? {} : { model_mapping }),
})

function storedKey(
  stored: Channel | undefined,
  form: { type: number | undefined; base_url: string; other: string; settings: string },
): string {
  if (!stored) refuse('channel_key_required')
  const { type, baseUrl, other } = stored
  const { settings } = formerSettings(stored)
  if (sendsElsewhere({ type, base_url: baseUrl, other, settings }, { ...form, type: form.type ?? 0 }))
    refuse('channel_probe_key_required')
  return stored.key
}

/** The settings of a stored channel with their secrets. */
function formerSettings(stored: Channel | undefined) {
  const { password } = stored?.way?.proxy ?? {}
  const { key } = stored?.way?.tls ?? {}
  return {
    settings: stored ? JSON.stringify(stored.settings) : '',
    secrets: { ...(password && { proxy_password: password }), ...(key && { client_key: key }) },
  }
}

function refuse(code: 'channel_key_required' | 'channel_probe_key_required'): never {
  throw new ApiError(code, {}, { key: code })
}
