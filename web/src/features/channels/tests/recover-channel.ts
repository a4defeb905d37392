import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { recoverChannel } from '#contract/api/channel-checks.ts'
import type { Channel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { readEnvelope, request } from '#web/lib/api.ts'
import { fixed } from '#web/lib/format.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { readTested } from './channel-checks.ts'
import { disabledReasonText } from './disabled-reason.ts'

/**
 * Tests an auto-disabled channel and enables it when the test succeeds; the row then shows the stored state.
 * On touch devices, which have no tooltip, the reason is shown in a confirmation first. Throws ApiError when
 * the test fails.
 */
export async function recover(client: QueryClient, t: TFunction<'channels'>, channel: Channel): Promise<void> {
  const { id, name, status } = channel
  if (status !== CHANNEL_STATUS.autoDisabled) return void toast.info(t('recover.notOff', { name }))
  if (matchMedia('(pointer: coarse)').matches) {
    const description = `${disabledReasonText(channel, t)}${t('recover.description')}`
    if (!(await confirm({ title: t('recover.title', { name }), description, action: t('recover.action') }))) return
  }
  const done = await readEnvelope(await request(recoverChannel, { params: { id } }))
    // A failure to refresh the row does not change the result.
    .finally(() => readTested(client, id).catch(() => {}))
  const { time, enabled } = done as unknown as { time: number; enabled: boolean }
  const words = { name, seconds: fixed(time, 2) }
  if (enabled) toast.success(t('recover.done', words))
  else toast.info(t('recover.meanwhile', words))
}
