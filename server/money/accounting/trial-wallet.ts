import { coversOverdraft } from './balance-set.ts'
import { Hold } from './hold.ts'
import { LeasedBalance } from './leased-balance.ts'
import { refusalBy, type Wallet } from './wallet.ts'

/**
 * Returns a wallet whose holds take nothing: it tells whether a call would get one. A call that would wait for others
 * gets one.
 */
export function createTrialWallet(wallet: Wallet): Pick<Wallet, 'hold' | 'join'> {
  const trialHold = (units: number) => new Hold([new LeasedBalance(async () => NO_GRANT)], units, 0)
  return {
    async hold(payers, { need, min, overdraft }) {
      for (const owner of need === 0 ? [] : payers) {
        const { available, mayRegain } = await wallet.peek(owner)
        const isCovered = available >= min || coversOverdraft({ available }, { min, overdraft, isNew: true })
        if (!isCovered && !mayRegain) return refusalBy(owner)
      }
      return { hold: trialHold(need) }
    },
    async join({ units }, owners) {
      for (const owner of units > 0 ? owners : []) {
        const { available, mayRegain } = await wallet.peek(owner)
        if (available <= 0) return { full: owner, mayRegain }
      }
      return { leave() {} }
    },
  }
}

const NO_GRANT = { units: 0, carry: 0, fresh: false }
