import { groupedBy, pointerTo } from '../json/value';
import type { Contract, Plan } from '../model/contract';
import type { Operation, Parameter } from '../model/operation';
import type { Fault, ReportFault } from '../model/problem';
import { templateNames } from '../operations/paths';

/** What makes operations agree with each other, in the order in which it is done. */
const ON_OPERATIONS = [withOwnIds, withOnePathEach, withTheirPathParameters, withKnownTargets] as const;

/** Parts of a contract that contradict others, put right or left out. */
export function madeConsistent<Parts extends Pick<Contract, 'operations' | 'plans'>>(
  parts: Parts,
  report: ReportFault,
): Parts {
  const operations = ON_OPERATIONS.reduce((made, rule) => rule(made, report), parts.operations);
  return { ...parts, operations, plans: withOwnNames(parts.plans, report) };
}

/** Each operation has an id of its own: its method and path where another before it has the same. */
function withOwnIds(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
  const taken = new Map<string, Operation>();
  return operations.map((operation) => {
    const { id, method, path, pointer } = operation;
    const first = taken.get(id);
    if (first === undefined) {
      taken.set(id, operation);
      return operation;
    }
    const own = `${method} ${path}`;
    report({
      pointer: pointerTo(pointer, 'operationId'),
      problem: `the operationId "${id}" is taken by ${first.method} ${first.path}.`,
      remedy: `The operation is called "${own}".`,
      correction: 'Give each operation an id of its own.',
    });
    taken.set(own, operation);
    return { ...operation, id: own };
  });
}

/** The plans without those whose name one before them has. */
function withOwnNames(plans: readonly Plan[], report: ReportFault): readonly Plan[] {
  const taken = new Map<string, Plan>();
  return plans.filter((plan) => {
    const first = taken.get(plan.name);
    if (first === undefined) return taken.set(plan.name, plan);
    report({
      pointer: pointerTo(plan.pointer, 'name'),
      problem: `the plan "${plan.name}" is already described at ${first.pointer}.`,
      remedy: 'The first one counts.',
      correction: 'Give each plan a name of its own.',
    });
    return false;
  });
}

/** One path for each form of path: names of parameters make no other (OpenAPI 3.0.3 §4.7.8.2). */
function withOnePathEach(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
  const formOf = ({ path }: Operation): string => path.replaceAll(/\{[^{}]*\}/g, '{}');
  const byForm = groupedBy(operations, formOf);
  // What is read or deleted is named by its id; of a change the path may tell what it becomes (`/things/{newName}`).
  const firstOf = (operation: Operation): string => {
    const all = byForm.get(formOf(operation)) ?? [operation];
    const naming = ['GET', 'DELETE'].flatMap((method) => all.find((one) => one.method === method) ?? []);
    return (naming[0] ?? all[0] ?? operation).path;
  };
  const told = new Set<string>();
  const served = new Set<string>();
  return operations.flatMap((operation) => {
    const { path, method } = operation;
    const first = firstOf(operation);
    const place = `${method} ${first}`;
    if (first === path) return [operation];
    const isOwn = byForm.get(formOf(operation))?.some((one) => one.path === first && one.method === method) === true;
    const isTaken = isOwn || served.has(place);
    served.add(place);
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
function withTheirPathParameters(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
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
  description: '',
  allowsEmpty: false,
  examples: [],
  pointer,
});

/** The operations without links and replacements that lead to no operation. */
function withKnownTargets(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
  const ids = new Set(operations.map(({ id }) => id));
  return operations.map((operation) => withKnownLinks(withKnownReplacement(operation, ids, report), ids, report));
}

function withKnownLinks(operation: Operation, ids: ReadonlySet<string>, report: ReportFault): Operation {
  const unknown = operation.replies.flatMap(({ links }) => links).filter(({ operationId }) => !ids.has(operationId));
  if (unknown.length === 0) return operation;
  for (const { operationId, pointer } of unknown) {
    report(faultOf(ids, operationId, pointerTo(pointer, 'operationId'), 'The link is left out.'));
  }
  const replies = operation.replies.map((reply) => ({
    ...reply,
    links: reply.links.filter((link) => !unknown.includes(link)),
  }));
  return { ...operation, replies };
}

function withKnownReplacement(operation: Operation, ids: ReadonlySet<string>, report: ReportFault): Operation {
  const { deprecation, pointer } = operation;
  const wanted = deprecation?.replacement;
  if (deprecation === undefined || wanted === undefined || ids.has(wanted)) return operation;
  report(faultOf(ids, wanted, pointerTo(pointer, 'x-deprecation', 'replacement'), 'No replacement is named.'));
  return { ...operation, deprecation: { ...deprecation, replacement: undefined } };
}

/** So many operations are named, or the message would be no line any more. */
const MOST_NAMED = 20;

function faultOf(ids: ReadonlySet<string>, wanted: string, pointer: string, remedy: string): Fault {
  const named = [...ids].slice(0, MOST_NAMED).join(', ');
  const more = ids.size > MOST_NAMED ? `, or ${ids.size - MOST_NAMED} others` : '';
  return {
    pointer,
    problem: `there is no operation "${wanted}".`,
    remedy,
    correction: `Name one of ${named}${more}.`,
  };
}
