import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally, type LocalHttp } from './local-http.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HttpDouble extends LocalHttp {
  /** The received requests, in order. */
  readonly asked: ReceivedRequest[];
  /** The handler of requests. A test may replace it. */
  answer: (request: ReceivedRequest, response: ServerResponse) => void;
}

/** A local substitute for an external service. Requests to it use real HTTP. */
export async function startHttpDouble(answer: HttpDouble['answer']): Promise<HttpDouble> {
  const asked: ReceivedRequest[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: await text(request) };
    asked.push(one);
    double.answer(one, response);
  };
  const http = await listenLocally((request, response) => void receive(request, response));
  const double: HttpDouble = { ...http, asked, answer };
  return double;
}
