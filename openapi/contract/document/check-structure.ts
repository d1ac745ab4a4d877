import type { JsonObject } from '../json/object';
import type { Source } from '../model/contract';
import { dropVariableDescriptions } from './server-variables';
import { toContractError } from './structure-error';
import { unfold } from './unfold';

/**
 * Checks a document whose references have been followed against OpenAPI's own schema.
 *
 * @throws ContractError with the place of a problem
 */
export async function checkStructure(source: Source, document: JsonObject): Promise<void> {
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
  } catch (error) {
    throw toContractError(source, error);
  }
}

/** What is used here of the parser: `validate` judges the `schema` that `dereference` has left. */
interface Judge {
  schema: unknown;
  dereference(): Promise<void>;
  validate(name: string, api: JsonObject, options: object): Promise<unknown>;
}
