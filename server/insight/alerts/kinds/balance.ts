import { below, channelName, type Finding, type Judge, rounded } from './kind.ts'

/** The balance of a channel's account at its vendor in dollars, when it was last read. */
export interface VendorBalance {
  id: number
  name: string
  balance: number
}

/** Channels whose account is running out of money. */
export const balance: Judge<'balance', readonly VendorBalance[]> = {
  every: 60,
  evaluate: (channels, { dollars }) => channels.flatMap((channel) => judge(channel, dollars) ?? []),
  recovered: (name) => ({ zh: `${name} 的上游余额已恢复`, en: `The vendor balance of ${name} is sufficient again` }),
}

function judge({ id, name, balance: left }: VendorBalance, dollars: number): Finding | undefined {
  const state = below(left, dollars)
  const subject = String(id)
  if (state === 'fine') return undefined
  if (state === 'hold') return { state, subject }
  const shown = channelName(name, id)
  return {
    ...{ state, subject, name: shown, value: rounded(left), links: { channel_id: id } },
    title: {
      zh: `${shown} 的上游余额仅剩 $${left.toFixed(2)}`,
      en: `${shown} has a vendor balance of only $${left.toFixed(2)}`,
    },
  }
}
