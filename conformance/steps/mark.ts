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

/** The mark of every record of this run that the server should have refused. */
export const refusedMark = ({ options }: Pick<CaseContext, 'options'>): string =>
  `Refused ${options.seed.toString(36)}`;
