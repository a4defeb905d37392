import { below, endUnknown, type Finding, type Judge } from './kind.ts'

/** The certificate of a host that channels lead to. */
export interface HostCertificate {
  host: string
  /** Unix seconds; undefined = the host did not answer. */
  expires: number | undefined
}

export interface CertificateFacts {
  /** Unix seconds. */
  now: number
  hosts: readonly HostCertificate[]
}

const DAY = 86_400

/** Hosts of upstreams whose certificate expires soon. */
export const certificate: Judge<'certificate', CertificateFacts> = {
  every: 6 * 3600,
  evaluate: ({ now, hosts }, { days }, open) => [
    ...endUnknown(
      open,
      hosts.map(({ host }) => host),
    ),
    ...hosts.flatMap((host) => judge(host, days, now) ?? []),
  ],
  recovered: (name) => ({ zh: `${name} 的证书已更新`, en: `The certificate of ${name} was renewed` }),
}

function judge({ host, expires }: HostCertificate, days: number, now: number): Finding | undefined {
  if (expires === undefined) return { state: 'hold', subject: host }
  const left = Math.floor((expires - now) / DAY)
  const state = below(left, days)
  if (state === 'fine') return undefined
  if (state === 'hold') return { state, subject: host }
  const date = new Date(expires * 1000).toISOString().slice(0, 10)
  const zh = left < 0 ? `${host} 的证书已过期（${date}）` : `${host} 的证书将在 ${left} 天后过期（${date}）`
  const en =
    left < 0
      ? `The certificate of ${host} has expired (${date})`
      : `The certificate of ${host} expires in ${left} days (${date})`
  return { state, subject: host, name: host, value: left, title: { zh, en } }
}
