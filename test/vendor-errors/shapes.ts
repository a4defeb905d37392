import type { Meaning } from '#server/calls/upstream/meanings.ts'

/** Errors in OpenAI's shape. */
export const openai = (message: string, code: unknown = null, type: string | null = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})
export const anthropic = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_7',
})
export const google = (code: number, status: string, message: string, details?: unknown[]) => ({
  error: { code, message, status, ...(details ? { details } : {}) },
})
export const retryIn = (retryDelay: string) => [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }]
export const reason = (name: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: name }]
export const tencent = (Code: string, Message: string) => ({ Response: { Error: { Code, Message }, RequestId: 'r-1' } })
export const minimax = (status_code: number, status_msg: string) => ({
  choices: null,
  base_resp: { status_code, status_msg },
})

/** One line: the meaning, the channel type, the status, and the body. */
export type Line = readonly [Meaning, number, number, unknown]
