import { pointerTo } from '../json/pointer';
import type { Contract } from '../model/contract';
import { ContractError } from '../model/contract-error';
import type { Operation } from '../model/operation';
import { templateNames } from '../paths/template';
import { validatorOf } from '../schema/validators';
import { sentenceOf } from '../schema/violation';
import type { Check, Finding } from './document-problem';
import { partsOf, valuesOf } from './given';
import { SECURITY_CHECKS } from './security';

/** What OpenAPI's own schema can't see, in the order in which it is looked for. */
const CHECKS: readonly Check[] = [
  duplicateOperationId,
  ambiguousPath,
  missingPathParameter,
  surplusPathParameter,
  ...SECURITY_CHECKS,
  unknownLinkTarget,
  unknownReplacement,
  duplicatePlan,
  schemaThatCannotJudge,
  exampleThatBreaksItsSchema,
];

/**
 * Holds a contract's parts against each other.
 *
 * @throws ContractError for the first that disagrees
 */
export function checkConsistency(contract: Contract, document: Readonly<Record<string, unknown>>): void {
  for (const check of CHECKS) {
    const finding = check(contract, document);
    if (finding === undefined) continue;
    throw new ContractError(contract.source.name, finding.pointer, finding.problem, finding.remedy);
  }
}

function duplicateOperationId({ operations }: Contract): Finding | undefined {
  return firstTwin(
    operations,
    ({ id }) => id,
    (twin, first) => ({
      pointer: pointerTo(twin.pointer, 'operationId'),
      problem: `the operationId "${twin.id}" is taken by ${first.method} ${first.path}.`,
      remedy: 'Give each operation an id of its own.',
    }),
  );
}

/** OpenAPI 3.0.3 §4.7.8.2: two templated paths that differ in the names of their parameters alone are the same path. */
function ambiguousPath({ operations }: Contract): Finding | undefined {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return firstTwin(
    paths,
    (path) => path.replaceAll(/\{[^{}]*\}/g, '{}'),
    (twin, first) => ({
      pointer: pointerTo('/paths', twin),
      problem: `the path ${twin} can't be told from ${first}.`,
      remedy: 'Put their operations under one path.',
    }),
  );
}

function missingPathParameter({ operations }: Contract): Finding | undefined {
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

function surplusPathParameter({ operations }: Contract): Finding | undefined {
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

function unknownLinkTarget({ operations }: Contract): Finding | undefined {
  for (const link of operations.flatMap(({ replies }) => replies).flatMap(({ links }) => links)) {
    if (operations.some(({ id }) => id === link.operationId)) continue;
    return {
      pointer: pointerTo(link.pointer, 'operationId'),
      problem: `there is no operation "${link.operationId}".`,
      remedy: `Name one of ${operations.map(({ id }) => id).join(', ')}.`,
    };
  }
  return undefined;
}

function unknownReplacement({ operations }: Contract): Finding | undefined {
  for (const { deprecation, pointer } of operations) {
    const wanted = deprecation?.replacement;
    if (wanted === undefined || operations.some(({ id }) => id === wanted)) continue;
    return {
      pointer: pointerTo(pointer, 'x-deprecation', 'replacement'),
      problem: `there is no operation "${wanted}".`,
      remedy: `Name one of ${operations.map(({ id }) => id).join(', ')}.`,
    };
  }
  return undefined;
}

function duplicatePlan({ plans }: Contract): Finding | undefined {
  return firstTwin(
    plans,
    ({ name }) => name,
    (twin, first) => ({
      pointer: pointerTo(twin.pointer, 'name'),
      problem: `the plan "${twin.name}" is described before, at ${first.pointer}.`,
      remedy: 'Give each plan a name of its own.',
    }),
  );
}

function schemaThatCannotJudge({ operations }: Contract): Finding | undefined {
  for (const { schema, pointer, direction } of operations.flatMap(partsOf)) {
    try {
      validatorOf(schema, direction)(null);
    } catch (error) {
      return {
        pointer,
        problem: `nothing can be held against the schema: ${error instanceof Error ? error.message : String(error)}.`,
        remedy: 'Mend the schema.',
      };
    }
  }
  return undefined;
}

function exampleThatBreaksItsSchema({ operations }: Contract): Finding | undefined {
  for (const { schema, value, pointer, direction } of operations.flatMap(partsOf).flatMap(valuesOf)) {
    const violation = validatorOf(schema, direction)(value);
    if (violation === undefined) continue;
    return {
      pointer: `${pointer}${violation.pointer}`,
      problem: `the value does not fit its schema: ${sentenceOf(violation, 'it')}.`,
      remedy: 'Mend the one or the other.',
    };
  }
  return undefined;
}

function firstTwin<T>(
  things: readonly T[],
  keyOf: (thing: T) => string,
  finding: (twin: T, first: T) => Finding,
): Finding | undefined {
  const seen = new Map<string, T>();
  for (const thing of things) {
    const first = seen.get(keyOf(thing));
    if (first !== undefined) return finding(thing, first);
    seen.set(keyOf(thing), thing);
  }
  return undefined;
}

const pathParameters = ({ parameters }: Operation): ReadonlySet<string> =>
  new Set(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name));
