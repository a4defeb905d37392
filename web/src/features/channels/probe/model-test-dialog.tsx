import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Channel, getChannel, updateChannel } from '#contract/api/channels.ts'
import { commaList } from '#contract/comma-list.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchChannel } from '../queries/channel-list.ts'
import { runTest } from '../tests/channel-checks.ts'
import { ModelTests } from './model-tests.tsx'

interface ModelTestProps {
  channel: Channel
  onClose: () => void
}

/** Lists the models of a stored channel, each with its test. */
export default function ModelTestDialog({ channel, onClose }: ModelTestProps) {
  const { t } = useTranslation('channels')
  const { t: editor } = useTranslation('editor')
  const client = useQueryClient()
  async function remove(failed: readonly string[]) {
    try {
      // The models may have changed since the list was fetched.
      const { models } = await readAgain()
      const kept = commaList(models).filter((model) => !failed.includes(model))
      patchChannel(client, channel.id, await call(updateChannel, { body: { id: channel.id, models: kept.join(',') } }))
      toast.success(editor('tests.removed', { count: failed.length, name: channel.name }))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
  }
  const readAgain = () => call(getChannel, { params: { id: channel.id } })
  return (
    <ModelTests
      title={t('test.title', { name: channel.name })}
      models={commaList(channel.models)}
      test={async (model) => ({ seconds: await runTest(client, { channel, model }) })}
      onRemove={(failed) => void remove(failed)}
      onClose={onClose}
    />
  )
}
