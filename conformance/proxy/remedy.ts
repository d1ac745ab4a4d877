/** What to do about a server that can't be reached, by Node's code for it; empty where nothing is known. */
export function remedyFor(code: string, isTls: boolean): string {
  if (CERTIFICATE.test(code)) return '; trust its certificate by --ca FILE, or accept any by --insecure';
  if (isTls && code === 'EPROTO') return '; does it speak HTTP without TLS? Then --target begins with http:';
  return '';
}

/** The codes of OpenSSL and Node for a certificate that is not trusted. */
const CERTIFICATE = /CERT|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/;
