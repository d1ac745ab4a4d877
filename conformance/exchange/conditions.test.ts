import type { Operation } from '../../openapi/contract';
import { isTagAlike, saidOfTags } from './conditions';

const NOTHING = {
  ...{ areStrong: false, isWeakRefused: false, areVerbatim: false, isOnEach: false },
  ...{ exceptWith: [], leavesOut: [] },
};

test.each([
  ['Things have a strong `ETag`.', { areStrong: true }],
  ['The ETag is weak or strong.', {}],
  ['`If-Match` takes a tag. Weak tags never fit `If-Match`.', { isWeakRefused: true }],
  ['Each single record has a `ETag`, sent with every reply that shows one.', { isOnEach: true }],
  [
    'Every response that shows a thing carries an ETag, except when `expand` is used.',
    { isOnEach: true, exceptWith: ['expand'] },
  ],
  ['Every response that shows a thing carries an ETag, unless it is large.', {}],
  ['Clients send the ETag back.', {}],
  ['Each has an `ETag`. It is opaque: send it back exactly as received.', { areVerbatim: true }],
  [
    'Each has an `ETag`. It changes with it, and only then; it is not of lists. Send it back exactly as received.',
    { areVerbatim: true },
  ],
  ["The figure `count` is counted when it is read and doesn't alter the revision or tag.", { leavesOut: ['count'] }],
  ['`count` follows, and the entity tag covers what PATCH can set.', { leavesOut: ['count'] }],
])('%s', (text, said) => {
  expect(saidOfTags({ around: [text], replies: [], parameters: [] } as unknown as Operation)).toEqual({
    ...NOTHING,
    ...said,
  });
});

test.each([
  ["Orders carry an `ETag` that changes with them. It doesn't depend on `expand`.", true],
  ["An `ETag` changes whenever a member does, and only then; it's independent of `expand`.", true],
  ['The `ETag` is the same with and without `expand`.', true],
  ['The `ETag` depends on `expand`.', false],
  ['An `ETag` does not depend on the `expanded_at` of an order.', false],
  ['Orders carry an `ETag`.\n\nThe price does not depend on `expand`.', false],
])('whether a tag is the same whatever is expanded: %s', (text, expected) => {
  expect(isTagAlike({ around: [text] } as unknown as Operation, 'expand')).toBe(expected);
});
