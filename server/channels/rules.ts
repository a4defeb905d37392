import { channelSettings } from '#contract/api/channels.ts'
import { channelType } from '#contract/channel-types.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { Failure } from '../http/failure.ts'
import { commaList } from './registry.ts'

/** What an administrator writes to a channel, under the names of the wire; absent fields are not being written. */
export interface ChannelFields {
  type?: number | undefined
  key?: string | undefined
  openai_organization?: string | undefined
  test_model?: string | undefined
  status?: number | undefined
  name?: string | undefined
  weight?: number | undefined
  base_url?: string | undefined
  other?: string | undefined
  models?: string | undefined
  group?: string | undefined
  model_mapping?: string | undefined
  status_code_mapping?: string | undefined
  priority?: number | undefined
  auto_ban?: number | null | undefined
  settings?: string | undefined
}

const STATUSES: readonly number[] = [CHANNEL_STATUS.enabled, CHANNEL_STATUS.disabled, CHANNEL_STATUS.autoDisabled]

/** Tidies what came in: lists without blanks and repetitions, an address without its trailing slash. */
export function tidyFields(fields: ChannelFields): ChannelFields {
  const tidy: ChannelFields = { ...fields }
  if (fields.name !== undefined) tidy.name = fields.name.trim()
  if (fields.models !== undefined) tidy.models = commaList(fields.models).join(',')
  if (fields.group !== undefined) tidy.group = commaList(fields.group).join(',')
  if (fields.base_url !== undefined) tidy.base_url = fields.base_url.trim().replace(/\/+$/, '')
  for (const name of ['model_mapping', 'status_code_mapping', 'settings'] as const) {
    if (fields[name] !== undefined) tidy[name] = fields[name].trim()
  }
  if (fields.auto_ban !== undefined) tidy.auto_ban = fields.auto_ban === 0 ? 0 : 1
  return tidy
}

/**
 * Checks tidied fields. `type` and `base_url` of the stored channel stand in for absent ones; `knownGroups` are those
 * that exist or that the channel has already. Throws a Failure that names the field.
 */
export function checkFields(
  fields: ChannelFields,
  stored: { type: number; base_url: string },
  knownGroups: ReadonlySet<string>,
): void {
  const type = channelType(fields.type ?? stored.type)
  if (!type) refuse('type', 'channel_type_unsupported', { type: fields.type ?? stored.type })
  if (fields.status && !STATUSES.includes(fields.status)) refuse('status', 'invalid_parameters')
  if (fields.models === '') refuse('models', 'channel_models_required')
  checkGroups(fields.group, knownGroups)
  checkBaseUrl(fields.base_url ?? stored.base_url, type?.fields.base_url !== 'optional')
  if (fields.model_mapping && !isModelMapping(readJson(fields.model_mapping))) {
    refuse('model_mapping', 'channel_mapping_invalid')
  }
  if (fields.status_code_mapping && !isStatusMapping(readJson(fields.status_code_mapping))) {
    refuse('status_code_mapping', 'channel_status_mapping_invalid')
  }
  if (fields.settings && !channelSettings.safeParse(readJson(fields.settings)).success) {
    refuse('settings', 'invalid_input', { detail: 'settings' })
  }
}

function checkGroups(group: string | undefined, known: ReadonlySet<string>) {
  if (group === '') refuse('group', 'channel_groups_required')
  const unknown = commaList(group ?? '').find((name) => !known.has(name))
  if (unknown) refuse('group', 'group_unknown', { group: unknown })
}

function checkBaseUrl(address: string, required: boolean) {
  if (!address) {
    if (required) refuse('base_url', 'channel_base_url_required')
  } else if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) refuse('base_url', 'channel_base_url_invalid')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isModelMapping = (value: unknown) =>
  isRecord(value) && Object.values(value).every((name) => typeof name === 'string')

const isStatusCode = (value: unknown) => {
  const code = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof code === 'number' && Number.isInteger(code) && code >= 100 && code <= 599
}

const isStatusMapping = (value: unknown) => isRecord(value) && Object.entries(value).flat().every(isStatusCode)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuse(field: string, code: ErrorCode, parameters: Record<string, string | number> = {}): never {
  throw new Failure(code, parameters, { [field]: code })
}
