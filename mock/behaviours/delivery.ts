import { gzipSync } from 'node:zlib';
import { headerOf, weightedIn, withHeader } from '../http/headers';
import type { Answer, Delivery } from '../http/reply';
import { allowsHeader, describesHeader } from './documented';
import { behaviour, type Hook } from './model';

/**
 * Sends bodies in chunks. A reply without a body, or with a length of its own, stays as it is; so does one to a request that
 * was not read: its client may speak HTTP/1.0, which knows no chunks (RFC 9112 §6.1).
 */
export const framing = behaviour('framing', {
  chunked: {
    send(answer, about) {
      const { request, given } = about;
      const { status } = answer;
      const isBare = request.method === 'HEAD' || request.method === '' || status === 204 || status === 304;
      if (isBare || describesHeader(about, status, 'Content-Length')) return answer;
      if (given?.headers.has('content-length') || given?.headers.has('transfer-encoding')) return answer;
      const unbounded = withHeader(answer, 'Content-Length', undefined);
      return delivered(withHeader(unbounded, 'Transfer-Encoding', 'chunked'), { inChunks: true });
    },
  },
});

/** The reply is the last of its connection. */
export const connection = behaviour('connection', {
  closed: {
    send: (answer, about) =>
      allowsHeader(about, answer.status, 'Connection', 'close')
        ? delivered(withHeader(answer, 'Connection', 'close'), {})
        : answer,
  },
});

export const headersCase = behaviour('headers.case', {
  lower: {
    send(answer) {
      const headers = answer.headers.map((text, place) => (place % 2 === 0 ? text.toLowerCase() : text));
      return delivered({ ...answer, headers }, { inLowerCase: true });
    },
  },
});

const delivered = (answer: Answer, change: Partial<Delivery>): Answer => ({
  ...answer,
  delivery: { ...USUAL, ...answer.delivery, ...change },
});

const USUAL: Delivery = { inChunks: false, inLowerCase: false };

/** With gzip, for those who take it. The reply to others says that it depends on that, too (RFC 9110 §12.5.5). */
const compressed: Hook<'send'> = (answer, about) => {
  const { request, given } = about;
  if (answer.bytes.length === 0 || given?.hasBody === true) return answer;
  const { status } = answer;
  const isSettled =
    headerOf(answer, 'content-encoding') !== undefined || describesHeader(about, status, 'Content-Length');
  if (isSettled || CARRIED.some((name) => given?.headers.has(name))) return answer;
  if (!allowsHeader(about, status, 'Content-Encoding', 'gzip')) return answer;
  const vary = [headerOf(answer, 'vary') ?? [], 'Accept-Encoding'].flat().join(', ');
  const varied = withHeader(answer, 'Vary', vary);
  if (!takesGzip(request.headers['accept-encoding'])) return varied;
  const bytes = gzipSync(answer.bytes);
  const coded = withHeader({ ...varied, bytes, plain: answer.bytes }, 'Content-Encoding', 'gzip');
  return withHeader(coded, 'Content-Length', String(bytes.length));
};

export const compression = behaviour('compression', { gzip: { send: compressed } });

/** What a fault may say of its body's way itself. */
const CARRIED = ['content-encoding', 'content-length', 'transfer-encoding'];

/** Whether `Accept-Encoding` prefers gzip, or takes it as well as no coding (RFC 9110 §12.5.3). */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  const weights = new Map(weightedIn(String(accepted ?? '')).map(({ name, weight }) => [name, weight || 0]));
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}
