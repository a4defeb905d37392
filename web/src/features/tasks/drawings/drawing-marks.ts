import type { Drawing } from '#contract/api/tasks.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { FORGOTTEN_MS } from '../watch.ts'

/** The known actions of drawing tasks. */
export const ACTIONS = [
  ...(['IMAGINE', 'UPSCALE', 'VARIATION', 'HIGH_VARIATION', 'LOW_VARIATION', 'PAN', 'DESCRIBE', 'BLEND'] as const),
  ...(['UPLOAD', 'SHORTEN', 'REROLL', 'INPAINT', 'ZOOM', 'CUSTOM_ZOOM', 'MODAL', 'SWAP_FACE'] as const),
]

/** The service's return codes for a request. Refusals: ReturnCode of novicezk/midjourney-proxy. */
export const CODE_COLOURS = {
  0: 'yellow',
  1: 'green',
  3: 'red',
  4: 'red',
  9: 'red',
  21: 'lime',
  22: 'orange',
  23: 'red',
  24: 'red',
} as const satisfies Record<number, TagColour>

export const STATUS_COLOURS = {
  NOT_START: 'grey',
  SUBMITTED: 'yellow',
  IN_PROGRESS: 'blue',
  SUCCESS: 'green',
  FAILURE: 'red',
  MODAL: 'yellow',
} as const satisfies Record<string, TagColour>

/** Returns whether this console has an entry for the value. */
export const isKnown = <T extends object>(known: T, value: string | number): value is keyof T & (string | number) =>
  Object.hasOwn(known, value)

/** Returns whether a drawing has reached a final status. */
export const hasEnded = ({ status }: Pick<Drawing, 'status'>) => ['SUCCESS', 'FAILURE'].includes(status)

export const hasFailed = ({ status }: Pick<Drawing, 'status'>) => status === 'FAILURE'

/**
 * Returns whether a drawing may still change at `now` (Unix milliseconds). One that waits in a modal waits for
 * its user.
 */
export const isUnderWay = ({ status, submit_time }: Pick<Drawing, 'status' | 'submit_time'>, now: number) =>
  ['NOT_START', 'SUBMITTED', 'IN_PROGRESS', ''].includes(status) && now - submit_time < FORGOTTEN_MS
