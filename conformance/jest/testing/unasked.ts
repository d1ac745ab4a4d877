import { CHECKS } from '../../checks';
import { subjectsOf } from '../../exchange/subject';
import { isChosen } from '../../judge/choice';
import { caseOptionsOf } from '../../run/plan';
import type { Rule } from '../../verdict/rule';
import type { JudgedServer } from './judge-server';

/** Why a rule was judged on no operation at all. */
export function whyUnasked(
  { id }: Rule,
  { context: { contract }, options }: Pick<JudgedServer, 'context' | 'options'>,
): string {
  if (!isChosen(id, options)) return 'the options leave it out';
  const check = CHECKS.find((one) => one.id === id);
  if (check === undefined) return 'no reply had anything to judge by it';
  const subjects = subjectsOf(contract).filter((subject) => check.applies(subject));
  if (subjects.length === 0) return 'the contract has nothing that it applies to';
  const given = caseOptionsOf(options);
  const isAsked = (caseOptions: typeof given): boolean =>
    subjects.some((subject) => check.cases(subject, caseOptions).length > 0);
  if (isAsked(given)) return 'the options leave out what it applies to';
  const limits = { most: options.maxRequests, waitForReset: options.waitForReset };
  if (isAsked({ ...given, limits }))
    return 'there is no key whose allowance may be used up: "limitKey" in conformance.config.json';
  const waiting = { ...limits, waitForReset: true };
  return isAsked({ ...given, limits: waiting })
    ? 'it was not asked to wait for the end of the window: "limitKey" and "waitForReset" in conformance.config.json'
    : 'the options leave it nothing to send';
}
