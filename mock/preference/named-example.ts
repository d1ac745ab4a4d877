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

/** An example that has a name, and the reply that it belongs to. */
export interface Named {
  readonly reply: Reply;
  readonly media: MediaType;
  readonly example: Example;
}

/** The named examples of an operation: those of success first, and of each reply JSON first. */
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

/** Whether a reply is final: a 1xx is not (RFC 9110 §15.2). */
export const isFinal = ({ status }: Reply): boolean =>
  status !== '1XX' && !(typeof status === 'number' && status < 200);

/** A reply's JSON media type, else its first. */
export const mediaOf = ({ content }: Reply): MediaType | undefined => jsonMediaType(content) ?? content[0];

/** The status for an example: the one in its value if the reply covers it, else the first that the reply covers. */
export function statusFor(operation: Operation, { reply, media, example }: Named): number {
  if (typeof reply.status === 'number') return reply.status;
  const least = reply.status === 'default' ? 400 : Number(reply.status[0]) * 100;
  const most = reply.status === 'default' ? 599 : least + 99;
  const each = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const own = Number(statusIn(media, example.value));
  // For an error without a status of its own, 500 is the most general.
  const wanted = [...(each.includes(own) ? [own] : []), ...(reply.status === 'default' ? [500] : []), ...each];
  return wanted.find((status) => replyFor(operation, status) === reply) ?? least;
}

/** The HTTP status that an example's value holds, in the envelope's place for it; undefined without one. */
export function statusIn({ schema, type, pointer }: MediaType, value: unknown): unknown {
  const path = schema && envelopeOf(schema, type, pointer).roles.status;
  return path?.reduce<unknown>((whole, token) => {
    if (Array.isArray(whole)) return whole[Number(token)];
    return isObject(whole) ? whole[token] : undefined;
  }, value);
}
