import { endUnknown, type Finding, type Judge } from './kind.ts'

/** Models that channels offer and that vendors end. */
export interface RetirementFacts {
  /** Unix seconds. */
  now: number
  /** `retires`: a day, `2027-01-14`. */
  models: readonly { model: string; retires: string }[]
}

const DAY = 86_400
/** Days before a retirement on which its alert is sent again. */
const STEPS = [7, 0]
/** Models that the title and the text of an alert name. */
const TITLED = 2
const MAX_NAMED = 10

/** Models that retire soon or have retired, those of a day as one alert. */
export const retirement: Judge<'retirement', RetirementFacts> = {
  every: 6 * 3600,
  evaluate({ now, models }, { days }, open) {
    const byDay = Map.groupBy(models, ({ retires }) => retires)
    return [
      ...endUnknown(open, byDay.keys()),
      ...[...byDay].flatMap(([day, of]) => {
        const left = Math.ceil((Date.parse(day) / 1000 - now) / DAY)
        const names = of.map(({ model }) => model).sort()
        return left > days ? [] : [judge(day, left, names)]
      }),
    ]
  },
  recovered: (name) => ({ zh: `${name} 的下线日期已更改`, en: `The retirement date of ${name} was changed` }),
}

function judge(day: string, left: number, models: readonly string[]): Finding {
  const [first = ''] = models
  const count = models.length
  const name = count === 1 ? first : `${first} (+${count - 1})`
  const what = {
    zh: `${models.slice(0, TITLED).join('、')} ${count > TITLED ? `等 ${count} 个模型` : ''}`,
    en: count > TITLED ? `${models.slice(0, TITLED).join(', ')} and ${count - TITLED} more` : models.join(' and '),
  }
  const title =
    left > 0
      ? { zh: `${what.zh}将于 ${day} 下线`, en: `${what.en} ${count === 1 ? 'retires' : 'retire'} on ${day}` }
      : {
          zh: `${what.zh}已于 ${day} 下线，仍在提供`,
          en: `${what.en} retired on ${day} and ${count === 1 ? 'is' : 'are'} still offered`,
        }
  const named = [...models.slice(0, MAX_NAMED), ...(count > MAX_NAMED ? ['…'] : [])]
  const text =
    count > TITLED ? { zh: `${title.zh}：${named.join('、')}`, en: `${title.en}: ${named.join(', ')}` } : title
  const level = 1 + STEPS.filter((step) => left <= step).length
  const links = count === 1 ? { model: first } : { models }
  return { state: 'open', subject: day, name, level, value: left, title, text, links }
}
