import { createServer, type Socket } from 'node:net';

/** A server of bare connections. */
interface SocketServer {
  readonly port: number;
  /** Cuts every connection. */
  close(): Promise<void>;
}

/** @param serve has a connection as it was opened, before anything was read of it */
export async function startSocketServer(serve: (socket: Socket) => void): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
