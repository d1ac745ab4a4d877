import { successOf } from '../../../openapi/contract';
import type { Check } from '../../model/check';
import { clauseOf } from '../../model/clause';
import { ofBodies } from './bodies';
import { ofParameters } from './parameters';
import { ofRandom } from './random';

/** What the contract allows is accepted. */
export const inputAccepted: Check = {
  id: 'input.accepted',
  title: 'Valid input is accepted',
  level: 'MUST',
  applies: ({ operation }) => successOf(operation) !== undefined,
  clause: (subject) =>
    clauseOf(subject, successOf(subject.operation)?.status ?? 200, 'A request that keeps the contract succeeds.'),
  cases: (subject, options) => [
    ...ofParameters(subject),
    ...ofBodies(subject),
    ...ofRandom(subject, options.examples, options.seed),
  ],
};
