/** A test loads this file into each process of a server, to throw an error that no part catches. */
process.on('SIGUSR2', () => {
  throw new Error('a fault that no part catches');
});
