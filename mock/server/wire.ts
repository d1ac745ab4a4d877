import type { Socket } from 'node:net';

/** The TCP socket below one of TLS, which Node keeps in a private field; any other socket as it is. */
export function wireOf(socket: Socket): Socket {
  // Whether Node still has the field is seen here.
  const { _parent: wire } = socket as Socket & { readonly _parent?: Socket | null };
  return wire ?? socket;
}
