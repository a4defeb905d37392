/** How bad something is. */
export type Level = 'ok' | 'warning' | 'error'

/** One thing that was looked at. */
export interface Finding {
  area: string
  level: Level
  /** What was found. */
  text: string
  /** What to do; only where something is wrong. */
  advice?: string
}

/** Makes the findings of an area. */
export function findingsOf(area: string) {
  return {
    ok: (text: string): Finding => ({ area, level: 'ok', text }),
    warning: (text: string, advice: string): Finding => ({ area, level: 'warning', text, advice }),
    error: (text: string, advice: string): Finding => ({ area, level: 'error', text, advice }),
  }
}

/** The worst of all levels. */
export function worstOf(findings: readonly Finding[]): Level {
  const has = (level: Level) => findings.some((finding) => finding.level === level)
  return has('error') ? 'error' : has('warning') ? 'warning' : 'ok'
}
