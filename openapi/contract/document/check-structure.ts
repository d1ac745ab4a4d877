import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../json/object';
import type { Source } from '../model/contract';
import { ContractError } from '../model/contract-error';
import type { Fault, ReportFault } from '../model/document-problem';
import { findingsOf } from './findings';
import { dropVariableDescriptions } from './server-variables';
import { TooMuch } from './too-much';
import { unfold } from './unfold';

/**
 * Reports where a document whose references have been followed is not what OpenAPI's own schema asks for.
 *
 * @throws ContractError for a document beyond the bounds
 */
export async function reportStructure(source: Source, document: JsonObject, report: ReportFault): Promise<void> {
  for (const fault of await findings(source, document)) report(fault);
}

async function findings(source: Source, document: JsonObject): Promise<readonly Fault[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    const api = unfold(document);
    if (/^3\.1\./.test(String(document.openapi))) dropVariableDescriptions(api);
    // Its types know no document that is yet to be checked.
    const parser = new SwaggerParser() as unknown as Judge;
    // The references have been followed.
    parser.dereference = async () => {
      parser.schema = api;
    };
    await parser.validate(source.name, api, { validate: { schema: true, spec: false } });
    return [];
  } catch (error) {
    if (error instanceof TooMuch) throw new ContractError(source.name, '', `${error.message}.`, error.remedy);
    // What the parser's own error has of ajv's.
    const { details } = error as { readonly details?: readonly ErrorObject[] };
    if (details === undefined) throw error;
    return findingsOf(details);
  }
}

/** What is used here of the parser: `validate` judges the `schema` that `dereference` has left. */
interface Judge {
  schema: unknown;
  dereference(): Promise<void>;
  validate(name: string, api: JsonObject, options: object): Promise<unknown>;
}
