Deno.serve(async () => {
  const attempts = [
    () => new Deno.Command('true').output(),
    () => Deno.dlopen('/lib/x86_64-linux-gnu/libc.so.6', {}),
    () => Deno.kill(1, 'SIGTERM'),
    () => new Worker('data:text/javascript,', { type: 'module', deno: { permissions: { run: true } } } as never),
    () => Deno.permissions.request({ name: 'run' }).then(({ state }) => { if (state !== 'granted') throw state; }),
    () => Deno.hostname(),
  ];
  const outcomes = await Promise.allSettled(attempts.map(async (attempt) => await attempt()));
  return Response.json(outcomes.map(({ status }) => status));
});
