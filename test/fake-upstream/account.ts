import type { Behaviour } from './behaviour.ts'
import { refusal } from './errors.ts'

export const MODELS = ['fake-gpt', 'fake-gpt-mini', 'fake-reasoner', 'fake-embedding', 'fake-moderation']

const model = (id: string) => ({ id, object: 'model', created: 1626777600, owned_by: 'openai' })

/** What an upstream tells about itself: its models and, in the manner of many resellers, the credit of a key. */
export function accountAnswer(path: string, behaviour: Behaviour): Response | undefined {
  if (path === '/v1/models') return Response.json({ object: 'list', data: MODELS.map(model) })
  if (path.startsWith('/v1/models/')) {
    const id = decodeURIComponent(path.slice('/v1/models/'.length))
    return MODELS.includes(id) ? Response.json(model(id)) : refusal(404)
  }
  if (path === '/v1/dashboard/billing/subscription') {
    const limit = behaviour.hard_limit_usd ?? 100
    return Response.json({
      object: 'billing_subscription',
      has_payment_method: behaviour.has_payment_method ?? true,
      soft_limit_usd: limit,
      hard_limit_usd: limit,
      system_hard_limit_usd: limit,
      access_until: 4102444800,
    })
  }
  if (path === '/v1/dashboard/billing/usage') {
    // In cents.
    return Response.json({ object: 'list', total_usage: (behaviour.used_usd ?? 25) * 100 })
  }
  return undefined
}
