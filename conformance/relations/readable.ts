import type { Relation } from '../judges/rule';
import { readingOf } from './reading';

/** A created record is read by its id, as it was shown when it was created. */
export const readable: Relation = {
  id: 'created.readable',
  title: 'A created record can be read by its id',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) =>
    purpose?.role === 'create' &&
    purpose.resource.operations.read !== undefined &&
    purpose.resource.idProperty !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The id of a created record leads to the record.',
    pointer:
      operation.replies.flatMap(({ links }) => links)[0]?.pointer ??
      purpose?.resource.operations.read?.pointer ??
      operation.pointer,
  }),
  judge: (shown) => {
    const reading = readingOf(shown);
    // Once it was read, it is an older record: see records.kept.
    if (reading?.record.isCreated !== true || reading.record.shownIn.has('read')) return undefined;
    return reading.breach === undefined ? [] : [reading.breach];
  },
};
