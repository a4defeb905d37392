import type { Endpoint, Input, Reply } from '#contract/api/endpoint.ts'
import { ApiError, readEnvelope, request } from '#web/lib/api.ts'

/** Calls an endpoint that replies in the payment format. Throws ApiError. */
export async function callPayment<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> {
  const response = await request(endpoint, input, signal)
  if (!response.ok) await readEnvelope(response)
  const requestId = response.headers.get('X-Oneapi-Request-Id') ?? ''
  return readPayment<Reply<E>>(await response.text(), response.status, requestId)
}

/** Reads `{message: "success", …reply}`, or `{message: "error", data: reason}`, which is thrown as an ApiError. */
export function readPayment<T>(text: string, status: number, requestId: string): T {
  const reply = JSON.parse(text) as T & { message: string; data: unknown }
  if (reply.message !== 'success') throw new ApiError(String(reply.data), status, requestId)
  return reply
}

/** Returns the text for a failed call. A rejection contains only its reason; other failures have a full message. */
export const paymentFailure = (error: Error, refused: (message: string) => string) =>
  error instanceof ApiError && error.status === 200 ? refused(error.message) : error.message
