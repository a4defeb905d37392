/** A request as it arrived: header names in lower case, body bytes untouched. */
export interface RecordedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array
}

/** Keeps the last requests for byte-exact assertions; `limit` 0 keeps none. */
export function createRecorder(limit: number) {
  const requests: RecordedRequest[] = []
  return {
    requests,
    add(request: Request, path: string, body: Uint8Array): void {
      if (limit === 0) return
      if (requests.length >= limit) requests.shift()
      requests.push({ method: request.method, path, headers: Object.fromEntries(request.headers), body })
    },
  }
}
