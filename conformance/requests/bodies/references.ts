import {
  type Contract,
  documents,
  formsOf,
  isObject,
  itemNameIn,
  itemsOf,
  memoized,
  type Operation,
  own,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  schemaAt,
  templateNames,
  withPart,
  wordsOf,
} from '../../../openapi/contract';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { hasIdsOf } from '../../records/clues/identity';
import { isWrite } from '../../records/deeds';
import { type JsonRecord, keyOf, referredBy, sameJson } from '../../records/records';
import type { Making } from './fresh';
import { givenKey } from './given';
import { without } from './grounds';
import { fitOf } from './unfit';

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
    const [parent] = all.flatMap(({ name, resource }) => {
      const above = itemNameIn(one.resource.collectionPath, resource.itemPath);
      return above === undefined ? [] : [{ member: name, above, resource }];
    });
    const isBelow = templateNames(one.resource.collectionPath).length === 1 && isToldThere(one.resource);
    return parent === undefined || !isBelow ? [] : [{ ...one, parent }];
  });
}

/**
 * A body in which what lies below another record that it names is of that one: an address of its customer. A patch has none of it: whose
 * record it changes is not told here.
 *
 * @param kept members that stay as they are
 */
export function ofOneParent(context: Making, subject: Subject, body: JsonRecord, kept: JsonRecord): JsonRecord {
  const { operation, purpose } = subject;
  const steps = takenSteps(subject);
  const record = steps.length === 0 ? body : partAt(body, steps);
  if (!isObject(record)) return body;
  const shown = purpose === undefined ? [] : [...context.known.collection(purpose.resource).records.values()];
  /** What the server has shown together goes together. */
  const isSeen = ({ name, parent }: ReturnType<typeof referencesBelow>[number]): boolean =>
    shown.some(({ latest }) => [name, parent.member].every((one) => sameJson(own(latest, one), own(record, one))));
  const whole = belowAsMade(subject)
    .filter((one) => !isSeen(one))
    .reduce<JsonRecord>((so, one) => withOwn(context, operation, so, one, kept), record);
  const isEmptied = Object.keys(whole).length === 0 && Object.keys(record).length > 0;
  if (whole === record || isEmptied) return body;
  // What goes into an object at the first step is an object.
  return withPart(bodyOf(operation)?.schema, body, steps, whole) as JsonRecord;
}

/** The same of a create; of a patch those of the create, which names the other record, too. */
export function belowAsMade(subject: Subject): ReturnType<typeof referencesBelow> {
  const { contract, purpose } = subject;
  const { create } = purpose?.resource.operations ?? {};
  const isPatch = purpose?.role === 'patch' && create !== undefined;
  return referencesBelow(isPatch ? { contract, operation: create, purpose: { ...purpose, role: 'create' } } : subject);
}

/** The record with another id in the member, or in that of its parent, where what lies below that is not there; else without it. */
function withOwn(
  { known, notes, options }: Making,
  operation: Operation,
  record: JsonRecord,
  { name, resource, required, parent }: ReturnType<typeof referencesBelow>[number],
  kept: JsonRecord,
): JsonRecord {
  const [id, of] = [own(record, name) ?? undefined, own(record, parent.member) ?? undefined];
  const below = (owner: unknown) => known.collection(resource, { [parent.above]: owner }).records;
  if (id === undefined || (of !== undefined && below(of).has(keyOf(id)))) return record;
  const isFree = (member: string): boolean =>
    own(kept, member) === undefined && !options.given.has(givenKey(operation, member));
  const lastOf = (owner: unknown): unknown => {
    const ids = [...below(owner).values()].map((one) => one.id);
    // What was refused may have been refused for whose it was.
    return fitOf(notes.values.unfit, name, ids).at(-1) ?? ids.at(-1);
  };
  if (of !== undefined) {
    const other = isFree(name) ? lastOf(of) : undefined;
    if (other !== undefined) return { ...record, [name]: other };
    const owners = isFree(parent.member) ? [...known.collection(parent.resource).records.values()] : [];
    const owner = owners.find((one) => below(one.id).has(keyOf(id)));
    if (owner !== undefined) return { ...record, [parent.member]: owner.id };
    const another = isFree(name) ? owners.findLast((one) => lastOf(one.id) !== undefined) : undefined;
    if (another !== undefined) return { ...record, [parent.member]: another.id, [name]: lastOf(another.id) };
  }
  return isFree(name) && !required ? (without(record, [name]) as JsonRecord) : record;
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
  return referredBy(contract, name, schema) ?? (alike.length === 1 ? alike[0] : calledByItsEnd(contract, name));
}

/** `shipping_address_id` is that of an address; `stripe_customer_id` may be what another system gave. */
function calledByItsEnd({ resources }: Contract, name: string): Resource | undefined {
  const [end, noun = '', use, ...more] = wordsOf(name).toReversed();
  if (end !== 'id' || use === undefined || more.length > 0 || !USES.has(use)) return undefined;
  const [only, ...others] = resources.filter((one) => formsOf(one.name).includes(noun));
  return others.length === 0 ? only : undefined;
}

const USES: ReadonlySet<string> = new Set([
  ...['shipping', 'delivery', 'billing', 'invoice', 'pickup', 'return', 'contact'],
  ...['default', 'main', 'primary', 'home', 'parent', 'previous', 'related'],
]);

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
