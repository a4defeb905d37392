import type { Drawing } from '#contract/api/tasks.ts'
import { FORGOTTEN_MS } from '#web/features/tasks/watch.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'

/** What a drawing task does, with its colour. */
export const ACTION_COLOURS = {
  IMAGINE: 'blue',
  UPSCALE: 'orange',
  VARIATION: 'purple',
  HIGH_VARIATION: 'purple',
  LOW_VARIATION: 'purple',
  PAN: 'cyan',
  DESCRIBE: 'yellow',
  BLEND: 'lime',
  UPLOAD: 'blue',
  SHORTEN: 'pink',
  REROLL: 'indigo',
  INPAINT: 'violet',
  ZOOM: 'teal',
  CUSTOM_ZOOM: 'teal',
  MODAL: 'green',
  SWAP_FACE: 'lime',
} as const satisfies Record<string, TagColour>

/** What the drawing service said to a request; those of a refusal: ReturnCode of novicezk/midjourney-proxy. */
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

/** Whether a value is one of those that this console knows. */
export const isKnown = <T extends object>(known: T, value: string | number): value is keyof T & (string | number) =>
  Object.hasOwn(known, value)

/** Whether nothing more will come of a drawing. */
export const hasEnded = ({ status }: Pick<Drawing, 'status'>) => ['SUCCESS', 'FAILURE'].includes(status)

export const hasFailed = ({ status }: Pick<Drawing, 'status'>) => status === 'FAILURE'

/** Whether more is to be heard of a drawing at the moment `now` (Unix milliseconds). One that waits in a window waits for its user. */
export const isUnderWay = ({ status, submit_time }: Pick<Drawing, 'status' | 'submit_time'>, now: number) =>
  ['NOT_START', 'SUBMITTED', 'IN_PROGRESS', ''].includes(status) && now - submit_time < FORGOTTEN_MS
