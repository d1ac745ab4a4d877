import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';

/**
 * A proxy that makes tunnels, not listening yet.
 *
 * @param delayMs how long it waits before it says that a tunnel is there
 */
export function tunnellingProxy(delayMs = 0) {
  const server = createServer();
  server.on('connect', ({ url = '' }, socket: Socket) => {
    const [host, port] = url.split(':');
    const through = connect(Number(port), host, () => {
      setTimeout(() => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(through).pipe(socket);
      }, delayMs);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy()).on('close', () => through.destroy());
  });
  return server;
}
