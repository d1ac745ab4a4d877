import {
  type Example,
  envelopeOf,
  isObject,
  jsonMediaType,
  type MediaType,
  type Operation,
  type Reply,
  replyFor,
  successOf,
} from '../../openapi/contract';

/** An example that has a name, and where it stands. */
export interface Named {
  readonly reply: Reply;
  readonly media: MediaType;
  readonly example: Example;
}

/** The examples of an operation that have a name: success first, and JSON first. */
export function namedExamples(operation: Operation): readonly Named[] {
  const success = successOf(operation)?.reply;
  const replies = [...(success === undefined ? [] : [success]), ...operation.replies.filter((one) => one !== success)];
  return replies.filter(isFinal).flatMap((reply) => {
    const first = mediaOf(reply);
    const content = first === undefined ? [] : [first, ...reply.content.filter((media) => media !== first)];
    return content.flatMap((media) =>
      media.examples.filter(({ name }) => name !== '').map((example) => ({ reply, media, example })),
    );
  });
}

/** Whether a reply can be the last word on a request: no 1xx is (RFC 9110 §15.2). */
export const isFinal = ({ status }: Reply): boolean =>
  status !== '1XX' && !(typeof status === 'number' && status < 200);

/** A reply's JSON, else the first of what it has. */
export const mediaOf = ({ content }: Reply): MediaType | undefined => jsonMediaType(content) ?? content[0];

/** The status that the example itself tells where it may have it, else the first that its reply is for. */
export function statusFor(operation: Operation, { reply, media, example }: Named): number {
  if (typeof reply.status === 'number') return reply.status;
  const least = reply.status === 'default' ? 400 : Number(reply.status[0]) * 100;
  const most = reply.status === 'default' ? 599 : least + 99;
  const each = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const told = Number(statusIn(media, example.value));
  // Of errors that have no status of their own, 500 says least.
  const wanted = [...(each.includes(told) ? [told] : []), ...(reply.status === 'default' ? [500] : []), ...each];
  return wanted.find((status) => replyFor(operation, status) === reply) ?? least;
}

/** What an example tells of its own HTTP status, undefined where it tells nothing of it. */
export function statusIn({ schema, type, pointer }: MediaType, value: unknown): unknown {
  const path = schema && envelopeOf(schema, type, pointer).roles.status;
  return path?.reduce<unknown>((whole, token) => {
    if (Array.isArray(whole)) return whole[Number(token)];
    return isObject(whole) ? whole[token] : undefined;
  }, value);
}
