import { DrawingRefusal } from './refusal.ts'

/** Prefixes of a button's id and their actions; longer names come first, because they contain the others. */
const BUTTON_ACTIONS: readonly (readonly [string, string])[] = [
  ['upsample', 'UPSCALE'],
  ['low_variation', 'LOW_VARIATION'],
  ['high_variation', 'HIGH_VARIATION'],
  ['variation', 'VARIATION'],
  ['reroll', 'REROLL'],
  ['CustomZoom', 'CUSTOM_ZOOM'],
  ['Outpaint', 'ZOOM'],
  ['Inpaint', 'INPAINT'],
  ['pan', 'PAN'],
]

/**
 * Returns the action of a button such as `MJ::JOB::upsample::2::<uuid>` or `MJ::Outpaint::50::1::<uuid>::SOLO`.
 * Throws DrawingRefusal.
 */
export function actionOfButton(customId: string): string {
  const [, first = '', second = ''] = customId.split('::')
  const verb = first === 'JOB' ? second : first
  const action = BUTTON_ACTIONS.find(([name]) => verb.includes(name))?.[1]
  if (!action) throw new DrawingRefusal(`unknown_action:${customId.slice(0, 100)}`)
  return action
}
