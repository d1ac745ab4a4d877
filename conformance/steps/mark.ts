import { propertiesOf, typesOf } from '../../openapi/contract';
import type { CaseContext } from '../model/check';
import { bodyOf, type Subject } from '../model/subject';

/** The property whose text marks the records of refused requests. */
export function markOf({ operation }: Subject): string | undefined {
  const media = bodyOf(operation);
  return [...propertiesOf(media?.schema ?? {}).values()].find(
    ({ required, schema }) =>
      required &&
      typesOf(schema).includes('string') &&
      schema.enum === undefined &&
      schema.format === undefined &&
      schema.pattern === undefined,
  )?.name;
}

/**
 * The mark of what the server should refuse. It may accept such a request all the same, and then it has a record of that
 * mark: so a request that is traced has a mark of its own, which no other carries.
 *
 * @param request tells the request from others; short, since a text may have a greatest length
 */
export const refusedMark = ({ options }: Pick<CaseContext, 'options'>, request = ''): string =>
  `Refused ${options.seed.toString(36)}${request}`;
