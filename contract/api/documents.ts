import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const openApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This interface as an OpenAPI 3.1 document',
  reply: z.string(),
  wire: 'raw',
})

export const docsPage = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  summary: 'This interface as a page to read',
  reply: z.string(),
  wire: 'raw',
})
