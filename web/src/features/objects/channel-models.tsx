import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Channel } from '#contract/api/channels.ts'
import { LEVEL_TEXT, levelOf, successOf } from '#web/features/traffic/health.ts'
import { healthQuery } from '#web/features/traffic/health-queries.ts'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { DASH, formatDuration, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'

/** The models of a channel with what real calls of the last 24 hours measured. */
export default function ChannelModels({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const { data } = useQuery(healthQuery('24h'))
  const models = channel.models.split(',').filter(Boolean)
  const cellOf = (model: string) =>
    data?.cells.find(({ channel_id, model_name }) => channel_id === channel.id && model_name === model)
  return (
    <table className="w-full">
      <thead className="text-muted text-small">
        <tr className="h-row border-line border-b text-end">
          <th scope="col" className="text-start font-normal">
            {t('column.models')} ({models.length}){' '}
            <CopyButton
              label={t('models.copy', { name: channel.name, count: models.length })}
              text={models.join(',')}
              shown={t('models.copied', { count: models.length })}
            />
          </th>
          <th scope="col" className="text-end font-normal">
            {t('column.success')}
          </th>
          <th scope="col" className="text-end font-normal">
            {t('column.median')}
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => {
          const cell = cellOf(model)
          const share = cell && successOf(cell)
          return (
            <tr key={model} className="h-row border-line border-b">
              <th scope="row" className="text-start font-normal">
                <Link to="/models/$" params={{ _splat: model }} className="hover:underline">
                  <ModelName model={model} />
                </Link>
              </th>
              <td className="text-end tabular-nums">
                {share === undefined ? (
                  DASH
                ) : (
                  <span className={LEVEL_TEXT[levelOf(share)]}>{formatPercent(share)}</span>
                )}
              </td>
              <td className="text-end tabular-nums">
                {cell?.first_byte_ms ? formatDuration(cell.first_byte_ms.p50) : DASH}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
