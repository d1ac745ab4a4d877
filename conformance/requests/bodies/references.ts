import {
  type Contract,
  documents,
  isObject,
  itemNameIn,
  itemsOf,
  memoized,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  schemaAt,
  templateNames,
  withPart,
} from '../../../openapi/contract';
import { fullValue } from '../../arbitraries/plain';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { hasIdsOf } from '../../records/clues/identity';
import { isWrite } from '../../records/deeds';
import { type JsonRecord, referredBy } from '../../records/records';
import type { Making } from './fresh';
import { knownRecordBody, wrapped } from './record-in-body';
import { fits } from './valid';

/** A member of a record in a body, at whatever depth, that holds the id of another resource's record. */
export interface Reference {
  readonly name: string;
  /** To it within the record; of an array the first item. */
  readonly steps: Steps;
  readonly schema: Schema;
  readonly described: string;
  /** Whether its object has to have it. */
  readonly required: boolean;
  readonly resource: Resource;
}

/** The references in the body that an operation takes to records of which the server says which are there. */
export const referencesIn = (subject: Subject): readonly Reference[] =>
  allReferences(subject).filter(({ resource }) => isKept(subject.contract, resource));

/** The same to records that clients read alone: a catalogue. */
export const cataloguedIn = (subject: Subject): readonly Reference[] =>
  allReferences(subject).filter(
    ({ resource: { collectionPath, operations, idParameter, idProperty } }) =>
      templateNames(collectionPath).length === 0 &&
      operations.create === undefined &&
      operations.list !== undefined &&
      operations.read !== undefined &&
      documents(operations.read, 404) &&
      idParameter !== undefined &&
      idProperty !== undefined,
  );

/** The same to what lies below another record that the body names itself: an address of its customer. */
export function referencesBelow(subject: Subject): readonly (Reference & { readonly parent: Parent })[] {
  const all = allReferences(subject).filter(({ steps }) => steps.length === 1);
  return all.flatMap((one) => {
    const [parent] = all.flatMap(({ name, resource, required }) => {
      const above = itemNameIn(one.resource.collectionPath, resource.itemPath);
      return above === undefined || !required ? [] : [{ member: name, above, resource }];
    });
    const isBelow = templateNames(one.resource.collectionPath).length === 1 && isToldThere(one.resource);
    return parent === undefined || !isBelow ? [] : [{ ...one, parent }];
  });
}

interface Parent {
  readonly member: string;
  /** The parameter of paths below it. */
  readonly above: string;
  readonly resource: Resource;
}

function allReferences({ contract, operation, purpose }: Subject): readonly Reference[] {
  if (!isWrite(operation) || purpose?.role === 'delete') return [];
  const schema = schemaAt(bodyOf(operation)?.schema ?? {}, takenSteps({ operation, purpose }));
  const own = purpose?.resource;
  return (schema === undefined ? [] : referencesUnder(contract)(schema)).filter(({ name, steps, resource }) => {
    const isAtTop = steps.length === 1 || (steps.length === 2 && steps[1] === '0');
    // The id of what is made refers to nothing.
    return resource !== own && !(isAtTop && name === own?.idProperty);
  });
}

/** Kept, since each check that makes records for others looks into the bodies of all creates, and that for each operation. */
const referencesUnder = memoized((contract: Contract) =>
  memoized((whole: Schema): readonly Reference[] => {
    const found: Reference[] = [];
    const walk = (schema: Schema, before: Steps): void => {
      for (const { name, schema: inner, readOnly, required } of propertiesOf(schema).values()) {
        if (readOnly || before.length > MOST_LEVELS) continue;
        const items = itemsOf(inner);
        const [at, own] = items === undefined ? [[...before, name], inner] : [[...before, name, '0'], items];
        if (propertiesOf(own).size > 0) walk(own, at);
        const resource = plain(name) === 'id' ? undefined : refersTo(contract, name, own);
        if (resource === undefined) continue;
        found.push({ name, steps: at, schema: own, described: String(inner.description ?? ''), required, resource });
      }
    };
    walk(whole, []);
    return found;
  }),
);

const MOST_LEVELS = 4;

/** What a member refers to: by its name, else by the form of its ids, which no other resource's have. */
function refersTo(contract: Contract, name: string, schema: Schema): Resource | undefined {
  const alike = contract.resources.filter((one) => hasIdsOf(one, { name, schema }));
  return referredBy(contract, name, schema) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Whether the server gives out the ids, and says which of them are there. */
export const isToldThere = ({ operations, idParameter, idProperty }: Resource): boolean =>
  operations.create !== undefined &&
  operations.read !== undefined &&
  documents(operations.read, 404) &&
  idParameter !== undefined &&
  idProperty !== undefined;

/** Whether its records are at the top, and the server says which of them are there. */
const isKept = (contract: Contract, resource: Resource): boolean =>
  templateNames(resource.collectionPath).length === 0 && isToldThere(resource) && contract.resources.includes(resource);

/** A body that is good but for the id at its place; of those that lack the place the fullest is taken. */
export function bodyNaming(
  context: Making & { readonly subject: Subject },
  steps: Steps,
  id: unknown,
): JsonRecord | undefined {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const whole = [...takenSteps(subject), ...steps];
  const known = knownRecordBody(context, subject, {}).body;
  const isMerge = subject.purpose?.role === 'patch' && steps.length === 1;
  const least = isMerge ? wrapped(context, subject, { [steps[0] ?? '']: id }) : undefined;
  const full = knownRecordBody(context, subject, {}, { strategy: { base: 'full', fresh: 'texts' }, isTaken: false });
  const named = [known, full.body].flatMap((body) =>
    [body, withItem(media?.schema, body, whole)].map((one) => withPart(media?.schema, one, whole, id)),
  );
  return [least, ...named].filter(isObject).find((body) => media !== undefined && fits(media, body));
}

/** The body with a whole first item in the list that steps lead through: a list may be empty by default. */
function withItem(schema: Schema | undefined, body: JsonRecord, steps: Steps): unknown {
  const to = steps.slice(0, steps.indexOf('0') + 1);
  const item = to.length === 0 || schema === undefined ? undefined : schemaAt(schema, to);
  return item === undefined ? body : withPart(schema, body, to, fullValue(item));
}
