import { below, endUnknown, type Finding, type Judge, rounded } from './kind.ts'

/** The disk of a node in bytes. */
export interface NodeDisk {
  id: string
  host: string
  free: number
  size: number
}

const GIGABYTE = 1e9

/** Nodes whose disk is filling up. */
export const disk: Judge<'disk', readonly NodeDisk[]> = {
  every: 60,
  evaluate: (nodes, { percent }, open) => [
    ...endUnknown(
      open,
      nodes.map(({ id }) => id),
    ),
    ...nodes.flatMap((node) => judge(node, percent) ?? []),
  ],
  recovered: (name) => ({ zh: `${name} 的磁盘空间已恢复`, en: `${name} has enough disk space again` }),
}

function judge({ id, host, free, size }: NodeDisk, percent: number): Finding | undefined {
  const share = (free / size) * 100
  const state = below(share, percent)
  if (state === 'fine') return undefined
  if (state === 'hold') return { state, subject: id }
  const left = (free / GIGABYTE).toFixed(1)
  return {
    ...{ state, subject: id, name: host, value: rounded(share) },
    title: {
      zh: `${host} 的磁盘仅剩 ${Math.round(share)}%（${left} GB）`,
      en: `${host} has ${Math.round(share)}% of its disk left (${left} GB)`,
    },
  }
}
