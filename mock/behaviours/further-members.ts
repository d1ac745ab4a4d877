import {
  type Contract,
  isObject,
  memoized,
  own,
  partAt,
  propertiesOf,
  purposesOf,
  type Schema,
  withPart,
} from '../../openapi/contract';
import { seeded } from '../values/source';
import { allowsBody, traceOf } from './documented';
import { behaviour, type JsonAbout } from './model';

export const recordFurther = behaviour('record.further', {
  some: {
    json: ({ body, form }, about) => ({ body: about.status >= 400 ? body : furtherInRecords(body, about), form }),
  },
});

export const errorFurther = behaviour('error.further', {
  some: {
    json: ({ body, form }, about) => ({ body: about.status >= 400 ? furtherInError(body, about) : body, form }),
  },
});

const IN_ERRORS = ['_trace', '_traceId', '_reference'];
const IN_RECORDS = ['_revision', '_rev', '_generation'];

/** A body with a member that its schema does not describe, where it allows one; else the body as it is. */
function furtherInError(body: unknown, about: JsonAbout): unknown {
  const { schema } = about;
  const trace = traceOf(about);
  for (const candidate of withMember(body, schema, trace, 0)) if (allowsBody(schema, candidate)) return candidate;
  return body;
}

/** Errors are seldom wrapped more than twice. */
const MAX_DEPTH = 3;

/** Bodies with the member in each of their objects, from the outermost on. */
function* withMember(body: unknown, schema: Schema | undefined, value: string, depth: number): Iterable<unknown> {
  if (depth > MAX_DEPTH || typeof body !== 'object' || body === null) return;
  const name = unknownName(IN_ERRORS, schema);
  if (isObject(body) && name !== undefined && !Object.hasOwn(body, name)) yield { ...body, [name]: value };
  for (const [step, part] of Object.entries(body)) {
    const inner = schema && propertiesOf(schema).get(step)?.schema;
    for (const changed of withMember(part, inner, value, depth + 1)) yield withPart(undefined, body, [step], changed);
  }
}

const unknownName = (names: readonly string[], schema: Schema | undefined): string | undefined =>
  names.find((name) => schema === undefined || !propertiesOf(schema).has(name));

const purposes = memoized((contract: Contract) => purposesOf(contract));

function furtherInRecords(body: unknown, { contract, operation, schema }: JsonAbout): unknown {
  const purpose = operation && purposes(contract).get(operation);
  const steps = purpose?.resource.shown[purpose.role];
  if (purpose === undefined || steps === undefined) return body;
  const { resource } = purpose;
  const name = unknownName(IN_RECORDS, resource.schema);
  const shown = partAt(body, steps);
  if (name === undefined) return body;
  for (const spell of [Number, String]) {
    const change = (record: unknown): unknown => {
      if (!isObject(record) || Object.hasOwn(record, name)) return record;
      const id = resource.idProperty === undefined ? undefined : own(record, resource.idProperty);
      return { ...record, [name]: spell(revisionOf(resource.storedIn, id)) };
    };
    const changed = Array.isArray(shown) ? shown.map(change) : change(shown);
    const candidate = withPart(schema, body, steps, changed);
    if (allowsBody(schema, candidate)) return candidate;
  }
  return body;
}

/** From 1 to 9, the same for a record wherever it is shown. */
const revisionOf = (resource: string, id: unknown): number =>
  1 + Math.floor(seeded(0, 0, resource, String(id)).random() * 9);
