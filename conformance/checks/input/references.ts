import {
  type Contract,
  formsOf,
  isObject,
  itemsOf,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  schemaAt,
  templateNames,
  validatorOf,
  withPart,
  wordsOf,
} from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { isWrite } from '../../records/deeds';
import { SAYS_NO_SUCH, SAYS_REFERRED, SAYS_THERE } from '../../records/list-words';
import { type JsonRecord, keyOf, referredBy } from '../../records/records';
import { hasIdsOf } from '../../requests/grounds';
import { toRequest } from '../../requests/request';
import { fits, knownRecordBody, nothingToSend, wrapped } from '../../requests/valid';

import type { Case, CaseContext, Check } from '../../steps/check';
import { isTelling, readyPath } from '../../steps/paths';
import { pathTo, unknownId } from '../../steps/records';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  fail,
  operationClause,
  PASS,
  replied,
  skip,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';

/** A body that names a record which is not there is refused, where the document says so. */
export const inputReferences: Check = {
  id: 'input.references',
  title: 'A body that names a record which does not exist is refused',
  level: 'MUST',
  applies: (subject) => referencesOf(subject).length > 0,
  clause: ({ operation }) => operationClause(operation, 'What the body names has to be there.'),
  cases: (subject) => {
    const named = referencesOf(subject);
    const all = named.map(({ steps }) => steps.join('.')).join(', ');
    const eachBy = (idFor: (context: CaseContext, one: Reference) => unknown): Case['run'] =>
      async function* (context) {
        for (const one of named) yield* await verdictsOf(() => nameNothing(context, one, () => idFor(context, one)));
      };
    return [
      // One case, since each of them costs one request, and a server may forget one alone.
      { name: `${all} of no record`, tier: 1, run: eachBy((context, { resource }) => unknownId(context, resource, 5)) },
      { name: `${all} of a record of another kind`, tier: 2, run: eachBy(idOfAnother) },
    ];
  },
};

/** A member of a record in a body, at whatever depth, that holds the id of another resource's record. */
interface Reference {
  /** To it within the record; of an array the first item. */
  readonly steps: Steps;
  readonly schema: Schema;
  readonly resource: Resource;
}

function referencesOf(subject: Subject): readonly Reference[] {
  const { contract, operation, purpose } = subject;
  if (!isWrite(operation) || purpose?.role === 'delete') return [];
  const found: Reference[] = [];
  const walk = (schema: Schema, before: Steps): void => {
    for (const { name, schema: inner, readOnly } of propertiesOf(schema).values()) {
      if (readOnly || before.length > MOST_LEVELS) continue;
      const items = itemsOf(inner);
      const [at, own] = items === undefined ? [[...before, name], inner] : [[...before, name, '0'], items];
      if (propertiesOf(own).size > 0) walk(own, at);
      const resource = refersTo(contract, name, own);
      // The id of what is made refers to nothing.
      if (plain(name) === 'id' || (before.length === 0 && name === purpose?.resource.idProperty)) continue;
      if (resource === undefined || resource === purpose?.resource || !isKept(contract, resource)) continue;
      if (isSaid(subject, String(inner.description ?? ''), { name, resource }))
        found.push({ steps: at, schema: own, resource });
    }
  };
  walk(schemaAt(bodyOf(operation)?.schema ?? {}, takenSteps({ operation, purpose })) ?? {}, []);
  return found;
}

const MOST_LEVELS = 4;

/** What a member refers to: by its name, else by the form of its ids, which no other resource's have. */
function refersTo(contract: Contract, name: string, schema: Schema): Resource | undefined {
  const alike = contract.resources.filter((one) => hasIdsOf(one, schema));
  return referredBy(contract, name) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Whether its records are at the top, and the server says which of them are there. */
const isKept = (contract: Contract, resource: Resource): boolean =>
  templateNames(resource.collectionPath).length === 0 &&
  isTelling({ resource, parameter: resource.idParameter?.name ?? '' }) &&
  contract.resources.includes(resource);

/**
 * By words that name the record: of the operation that it has to be there, or of a refusal that it is not; by words of the member
 * itself, and of a refusal that speaks of whatever a body refers to. A create's 404 at a path that names nothing speaks of the body.
 */
function isSaid(
  { operation: { path, summary, description: whole, replies }, purpose }: Subject,
  described: string,
  { name, resource }: { readonly name: string; readonly resource: Resource },
): boolean {
  const forms = [...formsOf(resource.name), plain(name).replace(/ids?$/, '')];
  const isAbout = (text: string): boolean => wordsOf(text).some((word) => forms.includes(word));
  const refusals = replies.filter(({ status }) => typeof status === 'number' && status >= 400 && status < 500);
  // What is not there may be what the path names.
  const isInPath = resource.itemPath !== undefined && path.startsWith(resource.itemPath);
  const sentencesOf = (text: string): readonly string[] => text.split(/[.;:\n]+(?:\s|$)/);
  return (
    SAYS_THERE.test(described) ||
    [summary, whole].flatMap(sentencesOf).some((sentence) => SAYS_THERE.test(sentence) && isAbout(sentence)) ||
    refusals
      .filter(({ status }) => !isInPath || status !== 404)
      .flatMap(({ description }) => sentencesOf(description))
      .some(
        (sentence) =>
          SAYS_NO_SUCH.test(sentence) &&
          !SAYS_ACCESS.test(sentence) &&
          (isAbout(sentence) || SAYS_REFERRED.test(sentence)),
      ) ||
    (purpose?.role === 'create' &&
      templateNames(path).length === 0 &&
      refusals.some(({ status, description }) => status === 404 && !SAYS_ACCESS.test(description)))
  );
}

/** Where a refusal is about rights, too, what it says of records that are not there is no promise by itself. */
const SAYS_ACCESS = /\b(?:access|permission|permitted|authori[sz]ed)/i;

async function nameNothing(
  context: CaseContext,
  { steps, schema, resource }: Reference,
  idFor: () => unknown,
): Promise<Verdict> {
  const { subject } = context;
  const { read } = resource.operations;
  const path = subject.purpose?.role === 'create' ? {} : await readyPath(context);
  const id = idFor();
  const body = validatorOf(schema, 'request')(id) === undefined ? bodyNaming(context, steps, id) : undefined;
  if (body === undefined || read === undefined) return nothingToSend(subject, 'no valid body is known');
  const exchange = replied(await context.send(toRequest(subject.operation, { path, body })));
  if (!isSuccess(exchange)) return PASS;
  const named = await context.send(toRequest(read, { path: pathTo(resource, id) }));
  if (named.response?.status !== 404) return skip('the id that was tried may have a record');
  const name = steps.join('.');
  return fail({
    expected: `a status of 4xx: there is no record ${brief(id)} of ${resource.name}`,
    actual: outcomeOf(exchange),
    exchanges: [named, exchange],
    key: name,
    topic: { member: name },
  });
}

/** A body that is good but for the id at its place; of those that lack the place the fullest is taken. */
function bodyNaming(context: CaseContext, steps: Steps, id: unknown): JsonRecord | undefined {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const whole = [...takenSteps(subject), ...steps];
  const known = knownRecordBody(context, subject, {}).body;
  const isMerge = subject.purpose?.role === 'patch' && steps.length === 1;
  const least = isMerge ? wrapped(context, subject, { [steps[0] ?? '']: id }) : undefined;
  const full = knownRecordBody(context, subject, {}, { strategy: { base: 'full', fresh: 'texts' }, isTaken: false });
  return [least, ...[known, full.body].map((body) => withPart(media?.schema, body, whole, id))]
    .filter(isObject)
    .find((body) => media !== undefined && fits(media, body));
}

/** The id of a record of another resource, where such a one has the form. @throws CannotJudge where none is known */
function idOfAnother({ contract, known }: CaseContext, { schema, resource }: Reference): unknown {
  const isId = validatorOf(schema, 'request');
  for (const other of contract.resources)
    for (const { id } of other === resource ? [] : known.collection(other).records.values())
      if (isId(id) === undefined && !known.collection(resource).records.has(keyOf(id))) return id;
  throw new CannotJudge(skip('no record of another kind has such an id'));
}
