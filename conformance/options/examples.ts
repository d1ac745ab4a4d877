import {
  type Contract,
  fits,
  itemsOf,
  type Operation,
  propertiesOf,
  type Schema,
  stringifyJson,
} from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import { bodyOf } from '../exchange/subject';
import { type Given, givenKey } from '../requests/given';
import type { Example } from './flag-kinds';

interface Examples {
  /** Good values of a member of a body or a parameter of a query, by its name. */
  readonly examplesGiven: ReadonlyMap<string, readonly unknown[]>;
  readonly given: Given;
}

/** @throws UsageError where the contract has no such operation, parameter or member, or does not allow the value */
export function readExamples(examples: readonly Example[], contract: Contract): Examples {
  const examplesGiven = new Map<string, readonly unknown[]>();
  const given = new Map<string, readonly unknown[]>();
  for (const example of examples) {
    const [operation, name] = operationOf(example, contract);
    const { schema, isPath } = placeOf(operation, name, example);
    const value = valueFor(schema, example);
    const add = (to: Map<string, readonly unknown[]>, key: string) => to.set(key, [...(to.get(key) ?? []), value]);
    add(given, givenKey(operation, name));
    if (!isPath && !name.includes('.')) add(examplesGiven, name);
  }
  return { examplesGiven, given };
}

/** An example as a message names it: by its flag, or its place in a file. */
const nameOf = ({ place = '--example', operation, property }: Example): string => `${place} ${operation}.${property}`;

/** The id of an operation may have dots in it: the longest one counts. */
function operationOf(example: Example, { operations }: Contract): readonly [Operation, string] {
  const { operation, property } = example;
  const whole = `${operation}.${property}`;
  const [found] = operations
    .filter(({ id }) => whole.startsWith(`${id}.`))
    .toSorted((one, other) => other.id.length - one.id.length);
  if (found !== undefined) return [found, whole.slice(found.id.length + 1)];
  throw new UsageError(
    `${nameOf(example)}: the contract has no operation "${operation}"; ${meantText(
      operation,
      operations.map(({ id }) => id),
    )}`,
  );
}

function placeOf(
  operation: Operation,
  name: string,
  example: Example,
): { readonly schema: Schema; readonly isPath: boolean } {
  const parameters = operation.parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  const parameter = parameters.find((one) => one.name === name);
  if (parameter !== undefined) return { schema: parameter.schema, isPath: parameter.in === 'path' };
  const schema = schemaAt(bodyOf(operation)?.schema, name.split('.'));
  if (schema !== undefined) return { schema, isPath: false };
  const members = [...propertiesOf(bodyOf(operation)?.schema ?? {}).keys()];
  const names = [...parameters.map((one) => one.name), ...members].join(', ') || 'nothing';
  throw new UsageError(
    `${nameOf(example)}: ${operation.id} has no parameter or property "${name}"; it has ${names} ` +
      '(name nested properties with a dot; give headers with --header)',
  );
}

/** The schema of a member, or of one within it; those of an array are the members of its items. */
function schemaAt(schema: Schema | undefined, [name, ...inner]: readonly string[]): Schema | undefined {
  if (schema === undefined || name === undefined) return schema;
  const items = itemsOf(schema);
  if (items !== undefined) return schemaAt(items, [name, ...inner]);
  return schemaAt(propertiesOf(schema).get(name)?.schema, inner);
}

/** The value as JSON; where that does not fit, as the text that it is. */
function valueFor(schema: Schema, example: Example): unknown {
  const { value } = example;
  const found = [value, stringifyJson(value)].find((one) => fits(schema, 'request', one));
  if (found !== undefined) return found;
  throw new UsageError(
    `${nameOf(example)}: ${stringifyJson(value)} breaks the contract, which allows no such value there`,
  );
}
