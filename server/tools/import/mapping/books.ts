/** Usage that a source counted without log rows: the logs were cleared, or were never kept. */

export interface Counter {
  id: number
  /** Units that no row accounts for. */
  quota: number
}

export interface UserRest extends Counter {
  calls: number
  tokens: readonly Counter[]
}

/** Usage without rows; ids are those of the source, 0 = none. */
export interface RestRow {
  user: number
  token: number
  channel: number
  quota: number
  calls: number
}

/**
 * Spreads what users, tokens and channels counted over rows that name all three, so that the sums by each agree. Which
 * channel served whom is not known: channels fill the rows in their order. What channels counted beyond their users'
 * calls is left out.
 */
export function spreadRest(users: readonly UserRest[], channels: readonly Counter[]): RestRow[] {
  const left = channels.filter(({ quota }) => quota > 0).map((channel) => ({ ...channel }))
  const rows: RestRow[] = []
  for (const user of users) {
    const slots = slotsOf(user)
    let calls = user.calls
    for (const [token, quota] of slots) {
      for (let rest = quota; rest > 0; ) {
        const channel = left[0]
        const part = channel ? Math.min(rest, channel.quota) : rest
        rows.push({ user: user.id, token, channel: channel?.id ?? 0, quota: part, calls })
        calls = 0
        rest -= part
        if (!channel) continue
        channel.quota -= part
        if (channel.quota === 0) left.shift()
      }
    }
    if (calls > 0) rows.push({ user: user.id, token: 0, channel: 0, quota: 0, calls })
  }
  return rows
}

function slotsOf({ quota, tokens }: UserRest): [token: number, quota: number][] {
  const named = tokens.filter((token) => token.quota > 0).map((token): [number, number] => [token.id, token.quota])
  const rest = quota - named.reduce((sum, [, units]) => sum + units, 0)
  return rest > 0 ? [...named, [0, rest]] : named
}
