import {
  alternativesOf,
  type Contract,
  isObject,
  jsonMediaType,
  type MediaType,
  memoized,
  type Operation,
  type Parameter,
  partAt,
  type Resource,
  type Role,
  type Schema,
  type Steps,
  stringifyJson,
  successOf,
} from '../../../openapi/contract';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The records of a resource that stand in the document's examples: those of its replies or, where there are none, those of the
 * bodies that create or replace one. They may lack what its schema requires.
 */
export function givenRecords({ operations, shown, taken }: Resource): readonly Fields[] {
  const inReplies = SHOWING.flatMap((role) =>
    valuesOf(contentOf(operations[role])).flatMap((value) => recordsAt(value, shown[role])),
  );
  const found = inReplies.some(isObject)
    ? inReplies
    : TAKING.flatMap((role) =>
        valuesOf(operations[role]?.body?.content).flatMap((value) => recordsAt(value, taken[role])),
      );
  return [...new Map(found.filter(isObject).map((record) => [stringifyJson(record), record])).values()];
}

const SHOWING = ['read', 'list', 'create', 'replace', 'patch'] as const satisfies readonly Role[];
const TAKING = ['create', 'replace'] as const satisfies readonly Role[];

const contentOf = (operation: Operation | undefined): readonly MediaType[] | undefined =>
  operation && successOf(operation)?.reply.content;

/** The records that stand at these steps of an example: one, or the array of a list. */
function recordsAt(value: unknown, steps: Steps | undefined): readonly unknown[] {
  const found = steps && partAt(value, steps);
  return Array.isArray(found) ? found : [found];
}

function valuesOf(content: readonly MediaType[] = []): readonly unknown[] {
  const media = jsonMediaType(content);
  return media === undefined ? [] : [...media.examples.map(({ value }) => value), ...examplesIn(media.schema)];
}

/** The examples that stand in a schema itself. */
export const examplesIn = (schema: Schema | undefined): readonly unknown[] =>
  [schema?.example, ...(schema?.examples ?? [])].filter((value) => value !== undefined);

/** The last parameter of a path, as each operation has it whose path begins so. */
export const parametersAt = (contract: Contract, path: string): readonly Parameter[] =>
  parametersByPath(contract).get(shapeOf(path)) ?? [];

/**
 * The values that the document gives for the last parameter of a path, such as `/things/{thingId}`: examples, its default, and
 * the choices that it allows.
 */
export function givenValues(contract: Contract, path: string): readonly unknown[] {
  const parameters = parametersAt(contract, path);
  const examples = parameters.flatMap((parameter) => [
    ...parameter.examples.map(({ value }) => value),
    ...alternativesOf(parameter.schema).flatMap(examplesIn),
  ]);
  const choices = parameters
    .slice(0, 1)
    .flatMap(({ schema }) => [schema.default, schema.const, ...(schema.enum ?? [])]);
  return [...new Set([...examples, ...choices])].filter((value) => value !== undefined).slice(0, MOST_GIVEN);
}

const MOST_GIVEN = 10;

const parametersByPath = memoized(({ operations }: Contract): ReadonlyMap<string, readonly Parameter[]> => {
  const found = new Map<string, Parameter[]>();
  for (const { path, parameters } of operations) {
    for (const parameter of parameters) {
      const template = `{${parameter.name}}`;
      const at = parameter.in === 'path' ? path.indexOf(template) : -1;
      if (at < 0) continue;
      const key = shapeOf(path.slice(0, at + template.length));
      const known = found.get(key) ?? [];
      known.push(parameter);
      found.set(key, known);
    }
  }
  return found;
});

/** Two paths may call the same parameter by different names. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, '{}');
