import { pointerTo } from '../json/pointer';
import type { Operation, Parameter } from '../model/operation';
import type { ReportFault } from '../model/problem';
import { templateNames } from '../operations/paths';

/**
 * The operations with one path for each form of path. OpenAPI 3.0.3 §4.7.8.2: two templated paths that differ in the names of
 * their parameters alone are the same path.
 */
export function withOnePathEach(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
  const firstOf = new Map<string, string>();
  const told = new Set<string>();
  const served = new Set<string>();
  return operations.flatMap((operation) => {
    const { path, method } = operation;
    const form = path.replaceAll(/\{[^{}]*\}/g, '{}');
    const first = firstOf.get(form) ?? path;
    firstOf.set(form, first);
    const place = `${method} ${first}`;
    const isTaken = served.has(place);
    served.add(place);
    if (first === path) return [operation];
    if (!told.has(path)) {
      told.add(path);
      report({
        pointer: pointerTo('/paths', path),
        problem: `the path ${path} is the same as ${first}.`,
        remedy: `They are served as one, ${first}.`,
        correction: 'Put their operations under one path.',
      });
    }
    if (!isTaken) return [movedTo(first, operation)];
    report({
      pointer: operation.pointer,
      problem: `the same path has a ${method} already, at ${first}.`,
      remedy: 'This operation is left out.',
      correction: 'Put their operations under one path.',
    });
    return [];
  });
}

/** An operation at another path of the same form. */
function movedTo(path: string, operation: Operation): Operation {
  const own = templateNames(operation.path);
  const names = templateNames(path);
  const nameOf = (name: string): string => names[own.indexOf(name)] ?? name;
  return {
    ...operation,
    path,
    parameters: operation.parameters.map((parameter) =>
      parameter.in === 'path' ? { ...parameter, name: nameOf(parameter.name) } : parameter,
    ),
  };
}

/** The operations with a parameter for each name in their paths, and for no other. */
export function withTheirPathParameters(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
  return operations.map((operation) => {
    const names = templateNames(operation.path);
    const surplus = operation.parameters.filter(({ in: place, name }) => place === 'path' && !names.includes(name));
    for (const { name, pointer } of surplus) {
      report({
        pointer,
        problem: `the path ${operation.path} has no {${name}}.`,
        remedy: 'The parameter is left out.',
        correction: 'Remove the parameter, or put it into the path.',
      });
    }
    const parameters = operation.parameters.filter((parameter) => !surplus.includes(parameter));
    const described = new Set(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name));
    const missing = [...new Set(names)].filter((name) => !described.has(name));
    for (const name of missing) {
      report({
        pointer: operation.pointer,
        problem: `the path names {${name}}, but no parameter describes it.`,
        remedy: 'It takes any text.',
        correction: `Add a parameter with name: ${name}, in: path, required: true and a schema.`,
      });
    }
    if (missing.length === 0 && surplus.length === 0) return operation;
    return { ...operation, parameters: [...parameters, ...missing.map((name) => anyText(name, operation.pointer))] };
  });
}

/** @param pointer to the operation, since the parameter stands nowhere */
const anyText = (name: string, pointer: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  style: 'simple',
  explode: false,
  separator: ',',
  mediaType: undefined,
  allowsEmpty: false,
  examples: [],
  pointer,
});
