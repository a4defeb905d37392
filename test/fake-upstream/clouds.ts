import { bedrock } from './bedrock.ts'
import type { Vendor } from './cloud-vendor.ts'
import { cohere } from './cohere.ts'
import { coze } from './coze.ts'
import { dify } from './dify.ts'
import { createInvoice, type Invoice } from './invoice.ts'
import { createRecorder, type RecordedRequest } from './recorder.ts'

export interface Clouds {
  /** Base URL without a trailing slash. */
  url: string
  invoice: Invoice
  requests: RecordedRequest[]
  stop(): Promise<void>
}

const VENDORS: Vendor[] = [bedrock, cohere, coze, dify]

/** Starts AWS Bedrock, Cohere, Coze and Dify behind one loopback port; they know each other's paths apart. */
export function startClouds(): Clouds {
  const invoice = createInvoice()
  const recorder = createRecorder(200)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const bytes = request.method === 'GET' ? new Uint8Array() : await request.bytes()
      recorder.add(request, pathname, bytes)
      const body = bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : {}
      for (const vendor of VENDORS) {
        const answer = vendor({ request, path: pathname, bytes, body, invoice })
        if (answer) return answer
      }
      return Response.json({ message: `no such path: ${pathname}` }, { status: 404 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    invoice,
    requests: recorder.requests,
    stop: () => server.stop(true),
  }
}
