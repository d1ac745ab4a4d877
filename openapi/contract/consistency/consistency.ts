import type { JsonObject } from '../json/object';
import type { Contract } from '../model/contract';
import { ContractError } from '../model/contract-error';
import type { DocumentRule } from './document-problem';
import { duplicateOperationId, duplicatePlan } from './names';
import { ambiguousPath, missingPathParameter, surplusPathParameter } from './path-templates';
import { unknownLinkTarget, unknownReplacement } from './references';
import { combinedSecuritySchemes, unknownSecurityScheme, unsupportedSecurityScheme } from './security';
import { exampleThatBreaksItsSchema, schemaThatCannotJudge } from './values';

/** What OpenAPI's own schema can't see, in the order in which it is looked for. */
const RULES: readonly DocumentRule[] = [
  duplicateOperationId,
  ambiguousPath,
  missingPathParameter,
  surplusPathParameter,
  unknownSecurityScheme,
  unsupportedSecurityScheme,
  combinedSecuritySchemes,
  unknownLinkTarget,
  unknownReplacement,
  duplicatePlan,
  schemaThatCannotJudge,
  exampleThatBreaksItsSchema,
];

/**
 * Looks for what the parts of a document contradict in each other.
 *
 * @throws ContractError for the first such problem
 */
export function checkConsistency(contract: Contract, document: JsonObject): void {
  for (const rule of RULES) {
    const found = rule(contract, document);
    if (found === undefined) continue;
    throw new ContractError(contract.source.name, found.pointer, found.problem, found.remedy);
  }
}
