import type { Words } from '#contract/words.ts'

/** Units of time with their seconds, the longest first. A time is told in the longest of which it has two. */
const UNITS = [
  { seconds: 86_400, zh: '天', en: 'days' },
  { seconds: 3600, zh: '小时', en: 'hours' },
  { seconds: 60, zh: '分钟', en: 'minutes' },
]

/** Returns how long to wait in words, rounded up: "45 seconds", "3 days". */
export function waitWords(seconds: number): Words {
  const unit = UNITS.find((each) => seconds >= 2 * each.seconds)
  if (!unit) return { zh: `${seconds} 秒`, en: seconds === 1 ? '1 second' : `${seconds} seconds` }
  const count = Math.ceil(seconds / unit.seconds)
  return { zh: `${count} ${unit.zh}`, en: `${count} ${unit.en}` }
}
