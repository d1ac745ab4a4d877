import { ContractError } from './contract-error';
import { partsOf, valuesOf } from './given';
import type { Contract, Operation } from './model';
import { isObject } from './object';
import { readSecurityScheme } from './operations';
import { pointerTo } from './pointer';
import { templateNames } from './template';
import { validatorOf } from './validators';
import { sentenceOf } from './violation';

type Check = (contract: Contract, document: Readonly<Record<string, unknown>>) => Finding | undefined;

interface Finding {
  readonly pointer: string;
  readonly problem: string;
  readonly remedy: string;
}

/** What OpenAPI's own schema can't see, in the order in which it is looked for. */
const CHECKS: readonly Check[] = [
  duplicateOperationId,
  ambiguousPath,
  missingPathParameter,
  surplusPathParameter,
  unknownSecurityScheme,
  unsupportedSecurityScheme,
  unknownLinkTarget,
  unknownReplacement,
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

function unknownSecurityScheme(_: Contract, document: Readonly<Record<string, unknown>>): Finding | undefined {
  const known = Object.keys(securitySchemes(document));
  for (const { name, pointer } of securityNames(document)) {
    if (known.includes(name)) continue;
    return {
      pointer,
      problem: `there is no security scheme "${name}".`,
      remedy: `Describe it in components.securitySchemes${known.length > 0 ? `, which has ${known.join(', ')}` : ''}.`,
    };
  }
  return undefined;
}

/** A credential that nothing here can present or judge is refused, rather than every caller let in. */
function unsupportedSecurityScheme(_: Contract, document: Readonly<Record<string, unknown>>): Finding | undefined {
  const used = new Set([...securityNames(document)].map(({ name }) => name));
  for (const [name, scheme] of Object.entries(securitySchemes(document))) {
    if (!used.has(name) || !isObject(scheme) || readSecurityScheme(name, scheme) !== undefined) continue;
    const word = scheme.type === 'http' ? 'scheme' : 'type';
    return {
      pointer: pointerTo('/components/securitySchemes', name, word),
      problem: `the security ${word} "${String(scheme[word])}" is not supported.`,
      remedy: 'Use bearer, apiKey, oauth2 or openIdConnect.',
    };
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

function securitySchemes(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { components } = document;
  return isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {};
}

/** Each scheme that a requirement of the document or of an operation names, and where. */
function* securityNames(document: Readonly<Record<string, unknown>>): Generator<{ name: string; pointer: string }> {
  yield* requirementNames(document.security, '/security');
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      if (isObject(operation))
        yield* requirementNames(operation.security, pointerTo('/paths', path, method, 'security'));
    }
  }
}

function* requirementNames(security: unknown, pointer: string): Generator<{ name: string; pointer: string }> {
  if (!Array.isArray(security)) return;
  for (const [index, requirement] of security.entries()) {
    for (const name of Object.keys(isObject(requirement) ? requirement : {})) {
      yield { name, pointer: pointerTo(pointer, index, name) };
    }
  }
}
