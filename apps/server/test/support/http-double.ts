import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally, type LocalHttp } from './local-http.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HttpDouble extends LocalHttp {
  /** What it was asked, in order. */
  readonly asked: Asked[];
  /** How it answers, until something else is said. */
  answer: (asked: Asked, response: ServerResponse) => void;
}

/** A service outside of this machine, here: what is sent to it really goes over HTTP. */
export async function startHttpDouble(answer: HttpDouble['answer']): Promise<HttpDouble> {
  const asked: Asked[] = [];
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: await text(request) };
    asked.push(one);
    double.answer(one, response);
  };
  const http = await listenLocally((request, response) => void hear(request, response));
  const double: HttpDouble = { ...http, asked, answer };
  return double;
}
