/** The web worker that parses one statement file. It imports nothing of the page. */
import { createRequestHandler } from './answer-request.ts';
import type { WorkerRequest, WorkerResponse } from './worker-protocol.ts';

const answer = createRequestHandler((response: WorkerResponse) => {
  self.postMessage(response);
});

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  answer(data);
});
