import type { Answer, Delivery } from '../http/reply';
import { allowsHeader, describesHeader } from './documented';
import type { Send } from './model';
import { withHeader } from './reply-headers';

const USUAL: Delivery = { inChunks: false, inLowerCase: false };

const delivered = (answer: Answer, change: Partial<Delivery>): Answer => ({
  ...answer,
  delivery: { ...USUAL, ...answer.delivery, ...change },
});

/**
 * What says itself where its body ends, or has none, is sent as it is; and so is what answers no request that was read:
 * its client may speak HTTP/1.0, which knows no chunks (RFC 9112 §6.1).
 */
export const inChunks: Send = (answer, about) => {
  const { choices, request, given } = about;
  const { status } = answer;
  const isBare = request.method === 'HEAD' || request.method === '' || status === 204 || status === 304;
  if (choices.of('framing') !== 'chunked' || isBare || describesHeader(about, status, 'Content-Length')) return answer;
  if (given?.headers.has('content-length') || given?.headers.has('transfer-encoding')) return answer;
  const unbounded = withHeader(answer, 'Content-Length', undefined);
  return delivered(withHeader(unbounded, 'Transfer-Encoding', 'chunked'), { inChunks: true });
};

/** The reply is the last of its connection. */
export const closing: Send = (answer, about) => {
  const isChosen = about.choices.of('connection') === 'closed';
  if (!isChosen || !allowsHeader(about, answer.status, 'Connection', 'close')) return answer;
  return delivered(withHeader(answer, 'Connection', 'close'), {});
};

/** The names of its headers in small letters. */
export const inLowerCase: Send = (answer, { choices }) => {
  if (choices.of('headers.case') !== 'lower') return answer;
  const headers = answer.headers.map((text, place) => (place % 2 === 0 ? text.toLowerCase() : text));
  return delivered({ ...answer, headers }, { inLowerCase: true });
};
