import type { Words } from './words.ts'

/** What codes of operating systems, Bun, OpenSSL and the mail library mean; the first one in a text counts. */
const MEANINGS: readonly [codes: RegExp, words: Words][] = [
  [
    /\b(?:ECONNREFUSED|ConnectionRefused)\b/,
    { zh: '连接被拒绝，该地址的端口上没有服务', en: 'connection refused, no service at this address and port' },
  ],
  [
    /\b(?:ENOTFOUND|EAI_AGAIN|EDNS|DNSException|FailedToOpenSocket)\b/,
    { zh: '找不到该主机名，请检查地址或 DNS', en: 'the host name was not found, check the address or DNS' },
  ],
  [/\b(?:ETIMEDOUT|ESOCKETTIMEDOUT|ConnectionTimeout)\b/, { zh: '连接超时', en: 'the connection timed out' }],
  [
    /\b(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)\b/,
    { zh: '网络不可达，请检查路由或防火墙', en: 'no route to the host, check the network or firewall' },
  ],
  [
    /\b(?:ECONNRESET|ConnectionClosed|EPIPE|ECONNABORTED|socket hang up)\b/,
    { zh: '连接被对方中断', en: 'the other side closed the connection' },
  ],
  [/\bCERT_HAS_EXPIRED\b/, { zh: '对方的 TLS 证书已过期', en: 'the TLS certificate has expired' }],
  [
    /\bERR_TLS_CERT_ALTNAME_INVALID\b/,
    { zh: '对方的 TLS 证书不属于该主机名', en: 'the TLS certificate is for another host name' },
  ],
  [
    /\b(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?))\b/,
    { zh: '对方的 TLS 证书不受信任', en: 'the TLS certificate is not trusted' },
  ],
  [
    /\b(?:ERR_SSL_\w+|EPROTO)\b/,
    { zh: 'TLS 握手失败，请检查协议和端口', en: 'the TLS handshake failed, check the protocol and port' },
  ],
  [/^(?:ECONNECTION|ESOCKET)$/, { zh: '无法连接服务器', en: 'the server could not be reached' }],
  [/^EAUTH$/, { zh: '服务器不接受该用户名或密码', en: 'the server refuses this username or password' }],
]

/**
 * Puts plain words before a technical text about a connection: `connection refused: … (ECONNREFUSED)`. Other texts are
 * returned as they are.
 */
export function explainFailure(text: string, language: keyof Words): string {
  const words = MEANINGS.find(([codes]) => codes.test(text))?.[1][language]
  if (!words) return text
  return language === 'zh' ? `${words}（${text}）` : `${words} (${text})`
}
