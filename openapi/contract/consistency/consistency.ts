import type { Contract } from '../model/contract';
import type { ReportFault } from '../model/problem';
import { withOwnIds, withOwnNames } from './names';
import { withOnePathEach, withTheirPathParameters } from './path-templates';
import { withKnownTargets } from './references';

/** What makes operations agree with each other, in the order in which it is done. */
const ON_OPERATIONS = [withOwnIds, withOnePathEach, withTheirPathParameters, withKnownTargets] as const;

/** Parts of a contract that contradict others, put right or left out. */
export function madeConsistent<Parts extends Pick<Contract, 'operations' | 'plans'>>(
  parts: Parts,
  report: ReportFault,
): Parts {
  const operations = ON_OPERATIONS.reduce((made, rule) => rule(made, report), parts.operations);
  return { ...parts, operations, plans: withOwnNames(parts.plans, report) };
}
