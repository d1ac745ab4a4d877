import { operationOf } from '../../testing/words';
import { fixedMembers, limitsOf } from './limit-words';

const read = (description: string) =>
  limitsOf({ summary: '', description, replies: [] }, ['draft', 'placed', 'sent'], ['reference', 'due_on', 'lines']);

test.each([
  [
    'Once it is placed only `reference` and `due_on` can; the rest is answered 409.',
    ['placed'],
    ['reference', 'due_on'],
  ],
  ['Only the reference may still be changed once the order is placed.', ['placed'], ['reference']],
  [
    'Placed and sent orders can only have `reference` or `due_on` changed.',
    ['placed', 'sent'],
    ['reference', 'due_on'],
  ],
  ['While sent, nothing but its due on may be changed.', ['sent'], ['due_on']],
])('what alone can be changed: %s', (words, states, members) => expect(read(words)).toEqual([{ states, members }]));

test.each([
  'Until it is placed only `reference` can be changed.',
  'Only `reference` is required of a placed order.',
  'Once placed, only `reference` and others can be changed.',
  'Only `reference` can be changed.',
  'Only `lines` that are placed can be changed.',
])('what says nothing of that: %s', (words) => expect(read(words)).toEqual([]));

const body = { type: 'object', properties: { code: { type: 'string' }, kind: { type: 'string' } } };
const fixedBy = (description: string) => fixedMembers(operationOf({ description, body }));

test.each([
  [
    'Everything but `code` and `kind`: sending another value for one of these is a `422`; the present one is fine.',
    ['code', 'kind'],
  ],
  ["The `code` can't be changed once the thing exists (409).", ['code']],
  ['`kind` is immutable; a change of it is refused. `code` is immutable: 422.', ['code', 'kind']],
  ['Another value of `kind` than those listed is a 422.', []],
  ['All but `kind` can be changed; a different value of it is rejected with 422, the same one is fine.', ['kind']],
  ['`kind` cannot be changed.', []],
  ['`kind` cannot be changed once the thing is sent (409).', []],
])('what never changes, and is refused: %s', (words, members) => expect(fixedBy(words)).toEqual(members));
