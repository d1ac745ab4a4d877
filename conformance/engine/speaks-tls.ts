import { connect } from 'node:tls';

/** A handshake with a server that takes it is a matter of milliseconds; one that does not may say nothing. */
const MOST_MS = 2000;

/** Whether a server that was asked for plain HTTP takes a TLS handshake on that port. */
export function speaksTls(baseUrl: string, timeoutMs: number): Promise<boolean> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'http:') return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 80),
      // Nothing is sent to it: who it is does not matter.
      rejectUnauthorized: false,
      timeout: Math.min(timeoutMs, MOST_MS),
    });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('secureConnect', end(true))
      .once('timeout', end(false))
      .once('error', end(false))
      .once('close', end(false));
  });
}
