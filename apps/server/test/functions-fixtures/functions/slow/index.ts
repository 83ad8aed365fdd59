let together = 0;
let waiting: (() => void)[] = [];

Deno.serve(async () => {
  together += 1;
  if (together === 5) for (const go of waiting) go();
  else await new Promise<void>((resolve) => waiting.push(resolve));
  return new Response(String(together));
});
