import type { Status } from '#contract/api/site.ts'

/** The public flag of each way to get in without a password, in the order of the buttons. */
const FLAGS = {
  github: 'github_oauth',
  linuxdo: 'linuxdo_oauth',
  wechat: 'wechat_login',
  oidc: 'oidc_oauth',
  telegram: 'telegram_oauth',
} as const satisfies Record<string, keyof Status>
export type LoginMethod = keyof typeof FLAGS

/** The ways that the operator has switched on. */
export function enabledMethods(status: Partial<Status>): LoginMethod[] {
  return (Object.keys(FLAGS) as LoginMethod[]).filter((way) => status[FLAGS[way]])
}

const BUTTON_HEIGHT = 40
const GAP = 8
const HEAD_HEIGHT = 36

/** Pixels that the block of these ways takes: buttons in two columns, Telegram's own in a row of its own. */
export function heightOf(ways: readonly LoginMethod[]): number {
  const telegram = ways.includes('telegram')
  const rows = Math.ceil((ways.length - Number(telegram)) / 2) + Number(telegram)
  return HEAD_HEIGHT + rows * BUTTON_HEIGHT + (rows - 1) * GAP
}
