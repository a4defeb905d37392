import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { every } from '../../platform/async/ticker.ts'
import type { Bus } from '../../platform/store/bus.ts'
import { lockFormerWorker } from '../../platform/store/data-lock.ts'
import type { Store } from '../../platform/store/database.ts'
import { openJournal } from './journal.ts'
import { journalDir, listProcesses, nodeIdPath, processId, readNodeId } from './journal-files.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { recover } from './recover.ts'
import { answerSettleRequests } from './settle-now.ts'
import { closeInThread } from './settle-thread.ts'
import { RENEW_MS, watchSilentNodes } from './silent-nodes.ts'
import { openWallet, type Wallet } from './wallet.ts'

/** The money of this node: the wallet grants holds, the ledger takes charges. */
export interface Accounting {
  wallet: Wallet
  ledger: Ledger
  nodeId: string
  /** Settles, returns the leases and closes the journal. */
  close(): Promise<void>
}

const IDLE_MS = 60_000
/** How long charges wait to share an fsync, which is expensive. Answers wait for it only with `always`. */
const SYNC_MS = { always: 5, group: 20 }

/** Recovers what the last run left behind, then opens wallet and ledger. Must finish before calls are admitted. */
export async function openAccounting(parts: {
  store: Store
  bus: Bus
  dataDir: string
  /** The number of this process among those of its server, from 1 on; undefined = the only one. */
  process?: number
  syncAlways: boolean
  warn: (message: string) => void
}): Promise<Accounting> {
  const { store, bus, dataDir, syncAlways, warn } = parts
  const nodeId = processId(readNodeId(dataDir) ?? createNodeId(dataDir), parts.process ?? 1)
  const dir = journalDir(dataDir, nodeId)
  const { position, interrupted, gap } = await recover(store, nodeId, dir)
  if (gap) warn(gap)
  if (interrupted > 0) warn(`${interrupted} calls were interrupted by the last stop; they are logged and not charged`)
  const journal = openJournal(dir, syncAlways ? SYNC_MS.always : SYNC_MS.group, warn)
  await store.sync()
  journal.dropBefore(position.segment)
  const wallet = openWallet({ store, nodeId, bus, warn })
  const ledger = openLedger({ store, bus, nodeId, dir, journal, wallet, position, syncAlways, warn })

  const stopAnswering = answerSettleRequests(bus, ledger, nodeId)
  const returnSilent = watchSilentNodes(store)
  const stopRenewing = every(
    RENEW_MS,
    () => keepLeases(wallet, returnSilent),
    (error) => warn(`leases could not be renewed: ${error}`),
  )

  return {
    wallet,
    ledger,
    nodeId,
    async close() {
      void stopRenewing()
      stopAnswering()
      await ledger.close()
      await wallet.close()
      await closeInThread(store.place)
    },
  }
}

/**
 * Waits until the further processes of the last start have ended, and recovers what those left behind that do not start
 * now. The others recover themselves.
 */
export async function recoverFormerProcesses(store: Store, dataDir: string, processes: number): Promise<void> {
  const nodeId = readNodeId(dataDir)
  if (!nodeId) return
  for (const number of listProcesses(dataDir, nodeId)) {
    const lock = await lockFormerWorker(dataDir, number)
    try {
      if (number <= processes) continue
      const dir = journalDir(dataDir, processId(nodeId, number))
      const { position } = await recover(store, processId(nodeId, number), dir)
      const journal = openJournal(dir, SYNC_MS.group, () => {})
      await store.sync()
      journal.dropBefore(position.segment)
      journal.close()
    } finally {
      lock.release()
    }
  }
}

/** Creates this node's lasting id. It names a journal and leases, so it must survive restarts. */
function createNodeId(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const id = randomBytes(6).toString('hex')
  writeFileSync(nodeIdPath(dataDir), `${id}\n`, { flag: 'wx' })
  return id
}

/** Renews this node's leases, returns its idle ones, and returns those of silent nodes. */
async function keepLeases(wallet: Wallet, returnSilent: () => Promise<unknown>): Promise<void> {
  await wallet.renew()
  await wallet.returnIdle(IDLE_MS)
  await returnSilent()
}
