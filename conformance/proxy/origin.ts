import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** The server that stands behind the proxy. */
export interface Origin {
  readonly host: string;
  readonly port: number;
  /** Undefined: plain HTTP. */
  readonly tls: { readonly ca: string | undefined; readonly insecure: boolean } | undefined;
}

export function connectTo({ host, port, tls }: Origin): Socket {
  if (tls === undefined) return connect({ host, port, allowHalfOpen: true, noDelay: true });
  const { ca, insecure } = tls;
  const isName = !/^[\d.]+$|:/.test(host);
  // Node knows it for TLS, too, though its types do not.
  const halfOpen = { allowHalfOpen: true };
  return connectTls({
    ...halfOpen,
    host,
    port,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: !insecure,
    ...(ca === undefined ? {} : { ca }),
    // Names alone may be asked for (RFC 6066 §3).
    ...(isName ? { servername: host } : {}),
  }).setNoDelay(true);
}

/** @param url of the server, with `http:` or `https:` */
export function originOf(url: string, tls: NonNullable<Origin['tls']>): Origin {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    tls: isTls ? tls : undefined,
  };
}
