import type { JsonObject } from '../json/value';
import type { Source } from '../model/contract';
import { ContractError, type Fault, type ReportFault } from '../model/problem';

import { findingsOf } from './findings';
import { OPENAPI_SCHEMAS } from './openapi-schemas';
import { TooMuch } from './too-much';
import { unfold } from './unfold';

/**
 * Reports where a document whose references have been followed is not what OpenAPI's own schema asks for.
 *
 * @throws ContractError for a document beyond the bounds
 */
export function reportStructure(source: Source, document: JsonObject, report: ReportFault): void {
  for (const fault of findings(source, document)) report(fault);
}

function findings(source: Source, document: JsonObject): readonly Fault[] {
  try {
    const isValid = OPENAPI_SCHEMAS[/^3\.1/.test(String(document.openapi)) ? '3.1' : '3.0']();
    return isValid(unfold(document)) ? [] : findingsOf(isValid.errors ?? []);
  } catch (error) {
    if (error instanceof TooMuch) throw new ContractError(source.name, '', `${error.message}.`, error.remedy);
    throw error;
  }
}
