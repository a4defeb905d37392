import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type Status, status as statusSchema } from '#contract/api/site.ts'
import { QUOTA_PER_USD } from '#contract/quota.ts'
import { createQueryClient } from '#web/lib/query.ts'
import { statusQuery } from '#web/lib/status.ts'
import { showFailure } from '#web/ui/toast/show-failure.ts'
import { sampleOf } from './sample.ts'

/** A site as it is installed, as far as the plainest values would say something else. */
export const STATUS = {
  system_name: 'Switchyard',
  quota_per_unit: QUOTA_PER_USD,
  display_in_currency: true,
  display_rate: 1,
}

/** Draws a component without a page around it. `status`: what the server says of itself. */
export function draw(node: ReactNode, status: Partial<Status> = {}): HTMLElement {
  const client = createQueryClient({ onExpired() {}, onFactorMissing() {}, onFailed: showFailure })
  client.setQueryData(statusQuery.queryKey, { ...sampleOf(statusSchema), ...STATUS, ...status })
  return render(<QueryClientProvider client={client}>{node}</QueryClientProvider>).container
}
