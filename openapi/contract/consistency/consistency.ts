import type { JsonObject } from '../json/object';
import type { Contract } from '../model/contract';
import { ContractError } from '../model/contract-error';
import type { DocumentRule } from './document-problem';
import { duplicateOperationId, duplicatePlan } from './names';
import { ambiguousPath, missingPathParameter, surplusPathParameter } from './path-templates';
import { unknownLinkTarget, unknownReplacement } from './references';
import { combinedSecuritySchemes, unknownSecurityScheme, unsupportedSecurityScheme } from './security';
import { exampleThatBreaksItsSchema, schemaThatCannotBeCompiled } from './values';

/** What OpenAPI's own schema can't find, in the order in which it is looked for. */
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
  schemaThatCannotBeCompiled,
  exampleThatBreaksItsSchema,
];

/**
 * Looks for parts of a document that contradict each other.
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
