import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * Returns how many cores this process may use: those it is not kept from, and no more than the quota of its container
 * is worth (https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu-interface-files, `cpu.max`).
 */
export const usableCores = (): number => Math.min(availableParallelism(), quotaOf(readQuota()))

/** Cores of a quota, given as "<microseconds or max> <period in microseconds>", at least 1. */
export function quotaOf(text: string): number {
  const [, quota, period] = /^(\d+) (\d+)/.exec(text) ?? []
  return quota && period ? Math.max(1, Math.floor(Number(quota) / Number(period))) : Number.POSITIVE_INFINITY
}

function readQuota(): string {
  try {
    return readFileSync('/sys/fs/cgroup/cpu.max', 'latin1')
  } catch {
    return ''
  }
}
