import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { reasonOf } from '../../openapi/contract';

/** What a server of HTTPS shows to its clients, and the key to it. */
export interface Certificate {
  /** As the user named it. */
  readonly file: string;
  /** In PEM: the certificate, and those of its issuers behind it. */
  readonly cert: string;
  /** In PEM. */
  readonly key: string;
  /** Whether it is its own issuer, so that no client trusts it by itself. */
  readonly isSelfSigned: boolean;
}

interface Files {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/**
 * Reads a certificate and its key, and tries them.
 *
 * @returns undefined where neither file is named
 * @throws TypeError that says which file can't be used, why, and what to do
 */
export function readCertificate({ tlsCert, tlsKey }: Files): Certificate | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    const [given, missing] = tlsCert === undefined ? ['--tls-key', '--tls-cert'] : ['--tls-cert', '--tls-key'];
    throw new TypeError(
      `${given} needs ${missing}: HTTPS takes a certificate and its key (tlsCert, tlsKey). Name both.`,
    );
  }
  const [cert, key] = [readPem(tlsCert, 'a certificate'), readPem(tlsKey, 'a private key')];
  const certificate = certificateIn(tlsCert, cert);
  if (!certificate.checkPrivateKey(keyIn(tlsKey, key))) {
    throw new TypeError(
      `${tlsKey}: is not the key of the certificate in ${tlsCert}. Name the one that it was made with.`,
    );
  }
  tryOut(tlsCert, cert, key);
  return { file: tlsCert, cert, key, isSelfSigned: certificate.checkIssued(certificate) };
}

function readPem(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new TypeError(`${file}: can't be read: ${reasonOf(error)}. Name a PEM file with ${what}.`);
  }
}

function certificateIn(file: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new TypeError(`${file}: has no certificate in PEM. Name a file with a line "-----BEGIN CERTIFICATE-----".`);
  }
}

function keyIn(file: string, pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) {
    throw new TypeError(
      `${file}: the private key is encrypted. Name one without a passphrase: openssl pkey -in ${file}`,
    );
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new TypeError(`${file}: has no private key in PEM. Name a file with a line "-----BEGIN PRIVATE KEY-----".`);
  }
}

/** OpenSSL refuses what it does not find safe, such as a key that is too short. */
function tryOut(file: string, cert: string, key: string): void {
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    // OpenSSL's own words, such as `ee key too small`.
    const { reason, message } = error as Error & { readonly reason?: string };
    throw new TypeError(`${file}: can't be used for TLS: ${reason ?? message}. Make another certificate and key.`);
  }
}
