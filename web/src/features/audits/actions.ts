import type { TagColour } from '#web/ui/tag-colour.ts'

/** The actions that the server writes into the audit log, grouped by the kind of their target. */
export const ACTIONS = {
  user: ['create', 'update', 'delete'],
  channel: ['create', 'update', 'delete', 'auto_disable', 'auto_enable'],
  channel_key: ['create', 'update', 'delete', 'auto_disable', 'auto_enable'],
  option: ['update'],
  configuration: ['update'],
  token: ['rotate'],
  redemption: ['create', 'update', 'delete'],
  order: ['update'],
  log: ['delete'],
  watchdog: ['update'],
  incident: ['create', 'update', 'delete'],
  estimate: ['delete'],
  bill: ['create', 'delete'],
  import: ['create'],
  call: ['stop'],
  price_sync: ['update', 'delete', 'refuse'],
  alert: ['update'],
  alert_rule: ['create', 'update', 'delete'],
  alert_sink: ['create', 'update', 'delete'],
} as const

type Kind = keyof typeof ACTIONS
export type ActionName = { [K in Kind]: `${K}.${(typeof ACTIONS)[K][number]}` }[Kind]

/** Every action as `kind.verb`, grouped by kind. */
export const ACTION_NAMES = Object.entries(ACTIONS).flatMap(([kind, verbs]) =>
  verbs.map((verb) => `${kind}.${verb}`),
) as ActionName[]

/** Kinds with more than one action, which can be filtered by as a group. */
export const ACTION_KINDS = [
  'user',
  'channel',
  'redemption',
  'price_sync',
  'alert_rule',
  'alert_sink',
] as const satisfies readonly Kind[]

/** The kinds of target that an audit row can have. */
export const TARGET_KINDS = [
  'user',
  'channel',
  'option',
  'configuration',
  'redemption',
  'order',
  'token',
  'rollup',
  'log',
  'incident',
  'estimate',
  'bill',
  'import',
  'price_sync',
  'alert',
  'alert_rule',
  'alert_sink',
  'call',
] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

export const isActionName = (action: string): action is ActionName => ACTION_NAMES.some((name) => name === action)
export const isTargetKind = (kind: string): kind is TargetKind => TARGET_KINDS.some((name) => name === kind)

/** Returns the locale key of an action. It has no dot, since dots separate levels in the catalogue. */
export const actionKey = (action: ActionName) => action.replace('.', '_') as ActionKey
type ActionKey = { [A in ActionName]: A extends `${infer K}.${infer V}` ? `${K}_${V}` : never }[ActionName]

/** Returns the colour of an action by its effect. */
export function actionColour(action: string): TagColour {
  const verb = action.split('.')[1]
  if (verb === 'create') return 'green'
  if (verb === 'delete') return 'red'
  if (verb === 'auto_disable') return 'orange'
  return verb === 'auto_enable' ? 'lime' : 'blue'
}
