import { ApiError } from '#web/lib/api.ts'

/** What came of one code. */
export type Redeemed = { code: string } & ({ ok: true; quota: number } | { ok: false; message: string })

const CODE = /^[0-9a-z]{32}$/i
/** `name    code`, as consoles of this family copy codes; a name may hold blanks and commas. */
const NAMED = /(?: {4}|\t)\s*(\S+)$/

/**
 * The codes of a pasted text, each once: one a line, or several with blanks, commas or semicolons between. Names in
 * front of codes are left out.
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
  /** Words for a code whose call failed instead of being refused. */
  failed: (message: string) => string
  onProgress: (done: readonly Redeemed[]) => void
}

/**
 * Redeems codes one after the other. A refusal is that code's own; when a call fails, the codes behind it are not tried.
 * Throws the failure of a session that ended.
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

/** The codes that are still to be redeemed: refused, failed or not tried. */
export const codesLeft = (codes: readonly string[], done: readonly Redeemed[]) =>
  codes.filter((code) => !done.some((each) => each.code === code && each.ok))

/** Quota units that the codes brought. */
export const worthOf = (done: readonly Redeemed[]) => done.reduce((sum, each) => sum + (each.ok ? each.quota : 0), 0)
