import fc, { type Arbitrary } from 'fast-check';
import { jsonMediaType, type Operation } from '../../../openapi/contract';
import { bodyOf } from '../arbitraries/body';
import { hiddenKey } from '../arbitraries/hidden-key';
import { jsonText, withKey } from '../arbitraries/json-text';
import { attemptOf, ownKey, validPath, withQuery } from '../arbitraries/sent';
import { size } from '../arbitraries/texts';
import type { Attempt } from '../model';
import { carriedBy, requirementFor, type Subject, validBodies } from '../subject';
import type { Attack } from './model';

/** Bodies that differ from the valid ones of the document, in well-formed requests with a valid key. */
export const bodies: Attack = {
  name: 'bodies',
  title: 'bodies that fit, nearly fit, or are something else',
  share: 35,
  phase: 'side by side',
  attempts(subject) {
    const operations = subject.contract.operations.filter(({ body }) => jsonMediaType(body?.content ?? []));
    // Where nothing takes a body, everything gets one.
    const targets = operations.length === 0 ? subject.contract.operations : operations;
    return fc.oneof(...targets.map((operation) => bodyFor(subject, operation)));
  },
};

function bodyFor(subject: Subject, operation: Operation): Arbitrary<Attempt> {
  const media = jsonMediaType(operation.body?.content ?? []);
  const valid = validBodies(operation);
  const plain = jsonText(media?.schema ?? {}, valid.length === 0 ? [{}] : valid);
  const text = withKey(plain, hiddenKey([subject.keys.buried]));
  const sized = fc.oneof(
    { weight: 60, arbitrary: text },
    { weight: 1, arbitrary: fc.tuple(text, size(1_200_000)).map(([json, length]) => json + ' '.repeat(length)) },
  );
  const { headers, query } = carriedBy(requirementFor(subject.contract, operation), ownKey(subject, 'bodies'));
  return fc
    .tuple(validPath(subject.contract, operation), bodyOf(sized, media?.type ?? 'application/json'), fc.boolean())
    .map(([path, body, isChunked]) =>
      attemptOf({
        method: operation.method,
        target: withQuery(path, query),
        headers: [...headers, ...body.headers],
        body: body.bytes,
        isChunked,
      }),
    );
}
