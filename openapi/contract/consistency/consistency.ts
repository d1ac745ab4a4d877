import type { JsonObject } from '../json/object';
import type { Contract } from '../model/contract';
import type { ReportFault } from '../model/document-problem';
import type { DocumentRule, Unread } from './document-problem';
import { withOwnIds, withOwnNames } from './names';
import { withOnePathEach, withTheirPathParameters } from './path-templates';
import { withKnownTargets } from './references';
import { combinedSecuritySchemes, unknownSecurityScheme, unsupportedSecurityScheme } from './security';

/** What makes operations agree with each other, in the order in which it is done. */
const ON_OPERATIONS = [withOwnIds, withOnePathEach, withTheirPathParameters, withKnownTargets] as const;

const SECURITY: readonly DocumentRule[] = [unknownSecurityScheme, unsupportedSecurityScheme, combinedSecuritySchemes];

/** Parts of a contract that contradict others, put right or left out. */
export function madeConsistent<Parts extends Pick<Contract, 'operations' | 'plans'>>(
  parts: Parts,
  report: ReportFault,
): Parts {
  const operations = ON_OPERATIONS.reduce((made, rule) => rule(made, report), parts.operations);
  return { ...parts, operations, plans: withOwnNames(parts.plans, report) };
}

/** Reports requirements that ask for what nobody describes or nobody here can judge. */
export function reportSecurity(contract: Unread, document: JsonObject, report: ReportFault): void {
  for (const rule of SECURITY) {
    const found = rule(contract, document);
    if (found !== undefined)
      report({ ...found, remedy: 'Nobody is asked for this credential.', correction: found.remedy });
  }
}
