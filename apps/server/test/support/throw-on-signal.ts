/** Loaded into each process of a server by a test: a fault that no part of the server catches. */
process.on('SIGUSR2', () => {
  throw new Error('a fault that no part catches');
});
