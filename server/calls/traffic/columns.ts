import { DURATION_BOUNDS_MS, FAILURE_KINDS, SPEED_BOUNDS } from '#contract/traffic.ts'

const numbered = (name: string, bounds: readonly number[]) =>
  Array.from({ length: bounds.length + 1 }, (_, index) => `${name}_${index}`)

export const FIRST_BYTE_COLUMNS = numbered('first_byte', DURATION_BOUNDS_MS)
export const TOTAL_COLUMNS = numbered('total', DURATION_BOUNDS_MS)
export const SPEED_COLUMNS = numbered('speed', SPEED_BOUNDS)
export const FAILURE_COLUMNS = FAILURE_KINDS.map((kind) => `failed_${kind}`)

export const KEY_COLUMNS = ['created_at', 'channel_id', 'model_name'] as const
/** The columns that add up. */
export const SUM_COLUMNS = ['served', ...FAILURE_COLUMNS, ...FIRST_BYTE_COLUMNS, ...TOTAL_COLUMNS, ...SPEED_COLUMNS]
