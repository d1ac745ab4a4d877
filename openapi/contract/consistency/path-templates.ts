import { pointerTo } from '../json/pointer';
import type { Contract } from '../model/contract';
import type { Operation } from '../model/operation';
import { templateNames } from '../paths/template';
import type { DocumentProblem } from './document-problem';
import { problemOfTwin } from './twins';

/** OpenAPI 3.0.3 §4.7.8.2: two templated paths that differ in the names of their parameters alone are the same path. */
export function ambiguousPath({ operations }: Contract): DocumentProblem | undefined {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return problemOfTwin(
    paths,
    (path) => path.replaceAll(/\{[^{}]*\}/g, '{}'),
    (twin, first) => ({
      pointer: pointerTo('/paths', twin),
      problem: `the path ${twin} is the same as ${first}.`,
      remedy: 'Put their operations under one path.',
    }),
  );
}

export function missingPathParameter({ operations }: Contract): DocumentProblem | undefined {
  for (const operation of operations) {
    const missing = templateNames(operation.path).find((name) => !pathParameters(operation).has(name));
    if (missing !== undefined) {
      return {
        pointer: operation.pointer,
        problem: `the path names {${missing}}, but no parameter describes it.`,
        remedy: `Add a parameter with name: ${missing}, in: path, required: true and a schema.`,
      };
    }
  }
  return undefined;
}

export function surplusPathParameter({ operations }: Contract): DocumentProblem | undefined {
  for (const operation of operations) {
    const names = templateNames(operation.path);
    const surplus = operation.parameters.find(({ in: place, name }) => place === 'path' && !names.includes(name));
    if (surplus !== undefined) {
      return {
        pointer: surplus.pointer,
        problem: `the path ${operation.path} has no {${surplus.name}}.`,
        remedy: 'Remove the parameter, or put it into the path.',
      };
    }
  }
  return undefined;
}

const pathParameters = ({ parameters }: Operation): ReadonlySet<string> =>
  new Set(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name));
