import type { RelayRequest } from '../../../wire/http1/shared/request.ts'

/** The headers that a call is read by. Others are looked up where they are needed. */
export interface CallHeaders {
  readonly authorization: string | undefined
  readonly subprotocol: string | undefined
  /** Anthropic's, Google's, Azure's and Midjourney's headers of a key. */
  readonly apiKey: string | undefined
  readonly googleKey: string | undefined
  readonly azureKey: string | undefined
  readonly midjourneySecret: string | undefined
  readonly accept: string | undefined
  readonly language: string | undefined
  readonly encoding: string | undefined
  readonly contentType: string | undefined
  readonly origin: string | undefined
  readonly client: string | undefined
}

/** A request whose headers were read, once. */
export type ReadRequest = RelayRequest & { readonly headers: CallHeaders }

/** Reads the headers of a request. */
export function readCallHeaders({ header }: Pick<RelayRequest, 'header'>): CallHeaders {
  return {
    authorization: header('authorization'),
    subprotocol: header('sec-websocket-protocol'),
    apiKey: header('x-api-key'),
    googleKey: header('x-goog-api-key'),
    azureKey: header('api-key'),
    midjourneySecret: header('mj-api-secret'),
    accept: header('accept'),
    language: header('accept-language'),
    encoding: header('content-encoding'),
    contentType: header('content-type'),
    origin: header('origin'),
    client: header('user-agent'),
  }
}
