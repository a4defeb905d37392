import { describe, expect, test } from 'bun:test'
import { useState } from 'react'
import type { Status as SiteStatus } from '#contract/api/site.ts'
import { draw } from '#test/dom/draw.tsx'
import { button, checkbox, descriptionOf, fill, keys, person, press, t, textbox, until, zh } from '#test/dom/page.ts'
import { setLanguage } from '#web/lib/i18n.ts'
import { Button } from './button.tsx'
import { Checkbox } from './choice/checkbox.tsx'
import { Switch } from './choice/switch.tsx'
import { CopyButton } from './copy/copy.tsx'
import { Kbd } from './kbd.tsx'
import { Money } from './money.tsx'
import { NumberField } from './number-field.tsx'
import { RemainingBar } from './remaining-bar.tsx'
import { Kind, Status } from './status.tsx'
import { Time } from './time.tsx'

const tipOf = (element: HTMLElement) => element.querySelector('[data-tip]')?.getAttribute('data-tip') ?? ''

describe('money', () => {
  const YUAN = { display_currency: 'CNY', display_rate: 7.3 } as const
  const cases: [quota: number, digits: 2 | 6, status: Partial<SiteStatus>, shown: string][] = [
    [500_000, 2, {}, '$1.00'],
    [0, 2, {}, '$0.00'],
    [1234, 6, {}, '$0.002468'],
    [-750_000, 2, {}, '-$1.50'],
    [500_000, 2, YUAN, '¥7.30'],
    [500_000, 2, { display_currency: 'EUR', display_rate: 0.92 }, '€0.92'],
    [1000, 2, { quota_per_unit: 1000 }, '$1.00'],
    [1_500_000, 2, { display_in_currency: false }, '1.5M'],
    [9999, 2, { display_in_currency: false }, '9999'],
    [Number.NaN, 2, {}, '—'],
  ]
  for (const [quota, digits, status, shown] of cases) {
    test(`${quota} units are ${shown}`, () => {
      expect(draw(<Money quota={quota} digits={digits} />, status).textContent).toBe(shown)
    })
  }

  test('has the exact units in its tip, in the language of the page', async () => {
    expect(tipOf(draw(<Money quota={1_234_567} />))).toBe(t('money.units', { count: 1_234_567, units: '1,234,567' }))
    await setLanguage('zh')
    expect(tipOf(draw(<Money quota={1_234_567} />))).toBe(zh('money.units', { count: 1_234_567, units: '1,234,567' }))
  })
})

describe('a time', () => {
  const HOUR = 3600
  const now = () => Math.floor(Date.now() / 1000)

  for (const at of [0, -1, Number.NaN, 1e20]) {
    test(`${at} is none, and no fault of the page`, () => {
      const shown = draw(<Time at={at} />)
      expect(shown.textContent).toBe('—')
      expect(shown.querySelector('time')).toBeNull()
    })
  }

  test('of today is told from now on, with the date in the tip', () => {
    const shown = draw(<Time at={now() - 2 * HOUR - 5} />)
    expect(shown.textContent).toBe('2 hours ago')
    expect(tipOf(shown)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .*UTC/)
  })

  test('in Chinese too', async () => {
    await setLanguage('zh')
    expect(draw(<Time at={now() - 2 * HOUR - 5} />).textContent).toBe('2小时前')
  })

  test('of another day is its date', () => {
    expect(draw(<Time at={now() - 30 * HOUR} />).textContent).toMatch(/^\d{4}-\d\d-\d\d /)
  })

  test('that is exact is its date, however near', () => {
    expect(draw(<Time at={now() - 5} exact />).textContent).toMatch(/^\d{4}-\d\d-\d\d /)
  })

  test('has its machine-readable form', () => {
    expect(draw(<Time at={1_000_000_000} />).querySelector('time')?.dateTime).toBe('2001-09-09T01:46:40.000Z')
  })
})

describe('a status', () => {
  test('is a dot and its word; grey is a ring', () => {
    expect(draw(<Status colour="green">On</Status>).innerHTML).toContain('rounded-full')
    expect(draw(<Status colour="grey">Off</Status>).innerHTML).toContain('border-control')
  })

  test('of a kind is a square, with its tip', () => {
    const shown = draw(
      <Kind colour="blue" tooltip="A kind">
        Chat
      </Kind>,
    )
    expect(shown.innerHTML).toContain('rounded-[2px]')
    expect(tipOf(shown)).toBe('A kind')
  })
})

for (const [used, left, width, colour] of [
  [50, 50, '50%', 'bg-primary'],
  [95, 5, '5%', 'bg-warning'],
  [10, 0, '0%', 'bg-warning'],
  [10, -5, '0%', 'bg-warning'],
] as const) {
  test(`of ${used} used and ${left} left, the bar is ${width} wide and ${colour}`, () => {
    const bar = draw(<RemainingBar used={used} left={left} />).querySelector<HTMLElement>('span > span')!
    expect(bar.style.width).toBe(width)
    expect(bar.className).toContain(colour)
  })
}

describe('a button', () => {
  test('acts once for each press, by mouse and by keys', async () => {
    let presses = 0
    draw(<Button onClick={() => presses++}>Go</Button>)
    await person.click(button('Go'))
    button('Go').focus()
    await keys('{Enter} ')
    expect(presses).toBe(3)
  })

  test('that cannot be used says why, takes the focus, and does nothing', async () => {
    let presses = 0
    draw(
      <Button disabledReason="Nothing is chosen" onClick={() => presses++}>
        Go
      </Button>,
    )
    await person.click(button(/^Go/))
    expect(presses).toBe(0)
    expect(button(/^Go/).getAttribute('aria-disabled')).toBe('true')
    expect(descriptionOf(button(/^Go/))).toBe('Nothing is chosen')
    expect(document.activeElement === button(/^Go/)).toBe(true)
  })

  test('that works already ignores another press, and is busy', async () => {
    let presses = 0
    draw(
      <Button loading onClick={() => presses++}>
        Go
      </Button>,
    )
    await person.click(button('Go'))
    expect(presses).toBe(0)
    expect(button('Go').getAttribute('aria-busy')).toBe('true')
  })

  test('shows its key in the tip', () => {
    expect(tipOf(draw(<Button keys="mod+enter">Go</Button>))).toBe('Ctrl ↵')
  })

  test('copies a text and shows a tick', async () => {
    const shown = draw(<CopyButton label="Copy" text="sk-secret" shown="sk-…" />)
    const before = shown.innerHTML
    await person.click(button('Copy'))
    expect(await navigator.clipboard.readText()).toBe('sk-secret')
    await until(() => expect(shown.innerHTML !== before && shown.innerHTML.includes('text-success')).toBe(true))
  })
})

describe('a choice', () => {
  test('by a box shows neither one nor the other', () => {
    draw(<Checkbox label="All" checked={false} indeterminate onChange={() => {}} />)
    expect((checkbox('All') as HTMLInputElement).indeterminate).toBe(true)
  })

  test('by a switch takes effect at once', async () => {
    const told: boolean[] = []
    function Example() {
      const [on, setOn] = useState(false)
      const change = (next: boolean) => {
        told.push(next)
        setOn(next)
      }
      return <Switch label="Live" checked={on} onChange={change} />
    }
    draw(<Example />)
    const toggle = () => document.querySelector<HTMLElement>('[role=switch]')!
    await person.click(toggle())
    await person.click(toggle())
    expect(told).toEqual([true, false])
  })
})

describe('a number', () => {
  let told: (number | null)[]
  const open = (props: { value?: number | null; min?: number; max?: number; step?: number }) => {
    told = []
    function Example() {
      const [value, setValue] = useState<number | null>(props.value ?? null)
      const change = (next: number | null) => {
        told.push(next)
        setValue(next)
      }
      return <NumberField {...props} aria-label="Count" value={value} onChange={change} />
    }
    draw(<Example />)
    input().focus()
  }
  const input = () => textbox('Count') as HTMLInputElement
  const invalid = () => input().getAttribute('aria-invalid')

  for (const [pressed, expected] of [
    ['{ArrowUp}', '6'],
    ['{ArrowDown}', '4'],
    ['{Shift>}{ArrowUp}{/Shift}', '10'],
    ['{Shift>}{ArrowDown}{/Shift}', '1'],
    ['{Home}', '1'],
    ['{End}', '10'],
  ] as const) {
    test(`goes from 5 to ${expected} by ${pressed}`, async () => {
      open({ value: 5, min: 1, max: 10 })
      await keys(pressed)
      expect(input().value).toBe(expected)
      expect(told).toEqual([Number(expected)])
    })
  }

  for (const wrong of ['0', '11', 'abc', '1e3', '1,0']) {
    test(`keeps ${wrong} as it was typed, and is wrong`, async () => {
      open({ value: 5, min: 1, max: 10 })
      await fill(input, wrong)
      input().blur()
      expect(input().value).toBe(wrong)
      expect(invalid()).toBe('true')
    })
  }

  test('takes decimals where its steps have some', async () => {
    open({ value: 1, min: 0, max: 10, step: 0.5 })
    await fill(input, '2.25')
    expect(told).toEqual([2.25])
    expect(invalid()).toBe('false')
  })

  test('is empty as null', async () => {
    open({ value: 5 })
    await fill(input, '')
    expect(told).toEqual([null])
  })

  test('is stepped by its buttons, which end at the bounds', async () => {
    open({ value: 9, min: 1, max: 10 })
    await press(() => button(t('number.increase')))
    expect(input().value).toBe('10')
    expect((button(t('number.increase')) as HTMLButtonElement).disabled).toBe(true)
    await press(() => button(t('number.decrease')))
    expect(input().value).toBe('9')
  })
})

test('keys are told one by one, the same key twice too', () => {
  expect(draw(<Kbd keys="g g" />).textContent).toBe('GG')
  expect(draw(<Kbd keys="mod+enter" />).textContent).toBe('Ctrl↵')
})
