Deno.serve(() => {
  console.error('about to throw');
  throw new Error('a secret detail');
});
