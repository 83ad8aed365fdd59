import { startHttpDouble } from './http-double.ts';

/** A request that the SMS service received. */
export interface Text {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: Record<string, string>;
}

/** Twilio's two products at its HTTP boundary. `GET /texts?to=` returns to a browser test the texts sent to a number. */
export async function startTwilio() {
  const texts: Text[] = [];
  let status = 201;
  const { url, close } = await startHttpDouble(({ method, path, headers, body }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (method === 'GET' && pathname === '/texts') {
      const sent = texts.filter(({ form }) => form.To === searchParams.get('to'));
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(sent.map(({ form }) => form.Body)));
      return;
    }
    if (method === 'GET') {
      const isRefused = status === 401;
      response.writeHead(isRefused ? 401 : 200, { 'Content-Type': 'application/json' }).end('{}');
      return;
    }
    const form = Object.fromEntries(new URLSearchParams(body));
    texts.push({ path, authorization: headers.authorization, form });
    const isRight = path.endsWith('/VerificationCheck') && form.Code === '424242';
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ sid: 'SM1', status: isRight ? 'approved' : 'pending' }));
  });
  return { url, texts, answerWith: (next: number) => void (status = next), close };
}
