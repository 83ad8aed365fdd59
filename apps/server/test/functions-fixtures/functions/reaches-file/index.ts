Deno.serve(async (request) => {
  const path = new URL(request.url).searchParams.get('path') ?? '';
  const attempts = [
    () => Deno.readTextFile(path),
    () => Deno.writeTextFile(path, ''),
    () => Deno.remove(path),
    () => import(`file://${path}`),
    () => import('node:fs').then(({ readFileSync }) => readFileSync(path)),
  ];
  const outcomes = await Promise.allSettled(attempts.map(async (attempt) => await attempt()));
  return Response.json(outcomes.map(({ status }) => status));
});
