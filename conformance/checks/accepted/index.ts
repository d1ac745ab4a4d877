import { successOf } from '../../../openapi/contract';
import { acceptedList } from '../../rules/relations/accepted-list';
import type { Check } from '../../steps/check';
import { ofBodies } from './bodies';
import { ofLarge } from './large';
import { ofParameters } from './parameters';
import { ofRandom } from './random';

/** What the contract allows is accepted. */
export const inputAccepted: Check = {
  ...acceptedList,
  applies: ({ operation }) => successOf(operation) !== undefined || operation.replies.length === 0,
  cases: (subject, options) => [
    ...ofParameters(subject, options.given),
    ...ofBodies(subject),
    ...ofLarge(subject),
    ...ofRandom(subject, options.examples, options.seed),
  ],
};
