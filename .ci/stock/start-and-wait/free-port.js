// Prints a port that nobody listens on.
import { createServer } from 'node:net';

const server = createServer().listen(0, '127.0.0.1', () => {
  console.log(server.address().port);
  server.close();
});
