import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const option = z.object({ key: z.string(), value: z.string() })
export type OptionRow = z.infer<typeof option>

export const listOptions = endpoint({
  method: 'GET',
  path: '/api/option',
  access: 'root',
  summary: 'All options but secrets, as texts',
  reply: z.array(option),
})

export const setOption = endpoint({
  method: 'PUT',
  path: '/api/option',
  access: 'root',
  summary: 'Set one option; it takes effect at once',
  body: z.object({
    key: z.string().check(z.minLength(1), z.maxLength(100)),
    value: z.string().check(z.maxLength(1_000_000)),
  }),
  reply: nothing,
})
