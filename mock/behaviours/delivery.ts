import type { Answer, Delivery } from '../http/reply';
import { allowsHeader, describesHeader, withHeader } from './documented';
import { behaviour } from './model';

/**
 * A reply that says itself where its body ends, or has none, is sent as it is; and so is what answers no request that was
 * read: its client may speak HTTP/1.0, which knows no chunks (RFC 9112 §6.1).
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
