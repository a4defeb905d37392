import { ApiError } from '#web/lib/api.ts'

/** The result of redeeming one code. */
export type Redeemed = { code: string } & ({ ok: true; quota: number } | { ok: false; message: string })

const CODE = /^[0-9a-z]{32}$/i
/** `name    code`, as compatible consoles copy codes; a name may contain blanks and commas. */
const NAMED = /(?: {4}|\t)\s*(\S+)$/

/**
 * Returns the distinct codes of a pasted text: one per line, or separated by blanks, commas or semicolons.
 * Names before codes are dropped.
 */
export const codesOf = (text: string): string[] => [...new Set(text.split('\n').flatMap(codesOfLine))]

function codesOfLine(line: string): string[] {
  const parts = line.split(/[\s,;，；、]+/).filter(Boolean)
  const codes = parts.filter((part) => CODE.test(part))
  if (codes.length > 0) return codes
  const whole = parts.join('')
  if (CODE.test(whole)) return [whole]
  const named = NAMED.exec(line.trimEnd().replace(/^\s+/, ''))?.[1]
  return named ? [named] : parts
}

interface Attempt {
  redeem: (code: string) => Promise<number>
  /** Returns the message for a code whose call failed rather than being rejected. */
  failed: (message: string) => string
  onProgress: (done: readonly Redeemed[]) => void
}

/**
 * Redeems codes one after the other. A rejection affects only that code; after a failed call the remaining
 * codes are not tried. Throws when the session has ended.
 */
export async function redeemAll(codes: readonly string[], { redeem, failed, onProgress }: Attempt) {
  const done: Redeemed[] = []
  for (const code of codes) {
    try {
      done.push({ code, ok: true, quota: await redeem(code) })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw error
      const message = error instanceof Error ? error.message : String(error)
      const refused = error instanceof ApiError && error.status === 200
      done.push({ code, ok: false, message: refused ? message : failed(message) })
      if (!refused) break
    }
    onProgress([...done])
  }
  return done
}

/** Returns the codes that were not redeemed: rejected, failed or not tried. */
export const codesLeft = (codes: readonly string[], done: readonly Redeemed[]) =>
  codes.filter((code) => !done.some((each) => each.code === code && each.ok))

/** Returns the sum of quota units of the redeemed codes. */
export const worthOf = (done: readonly Redeemed[]) => done.reduce((sum, each) => sum + (each.ok ? each.quota : 0), 0)
