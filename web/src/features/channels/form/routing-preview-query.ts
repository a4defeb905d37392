import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { channelOutlook } from '#contract/api/channel-outlook.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { ChannelControl } from './form-schema.ts'

interface Planned {
  id: number | undefined
  type: string
  models: readonly string[]
  group: readonly string[]
  priority: number
  weight: number
}

const PAUSE_MS = 300

/** Fetches the routing preview of the form's values. A number being typed counts as 0. */
export const routingPreviewQuery = ({ id, type, models, group, priority, weight }: Planned) => {
  const whole = (value: number) => (Number.isSafeInteger(value) ? value : 0)
  const body = {
    ...(id === undefined ? {} : { id }),
    type: Number(type),
    models: models.join(','),
    group: group.join(','),
    priority: whole(priority),
    weight: Math.max(0, whole(weight)),
  }
  return endpointQuery(
    ['channels', 'outlook', body],
    channelOutlook,
    { body },
    {
      staleTime: 10_000,
      placeholderData: keepPreviousData,
      enabled: models.length > 0,
      // The preview is optional: when the request fails, the form shows less.
      meta: { inline: true },
      retry: false,
    },
  )
}

/** Returns the routing preview of the form's values, debounced. `id`: the edited channel. */
export function useRoutingPreview(control: ChannelControl, id: number | undefined) {
  const [type, models, group, priority, weight] = useWatch({
    control,
    name: ['type', 'models', 'group', 'priority', 'weight'],
  })
  const key = JSON.stringify({ id, type, models, group, priority, weight })
  return useQuery(routingPreviewQuery(JSON.parse(useDebounced(key, PAUSE_MS)))).data
}
