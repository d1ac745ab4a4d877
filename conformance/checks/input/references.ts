import {
  type Contract,
  formsOf,
  plain,
  propertiesOf,
  type Resource,
  schemaAt,
  templateNames,
  wordsOf,
} from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { SAYS_NO_SUCH } from '../../records/list-words';
import { referredBy } from '../../records/records';
import { toRequest } from '../../requests/request';
import { fits, knownRecordBody, nothingToSend } from '../../requests/valid';
import type { CaseContext, Check } from '../../steps/check';
import { isTelling } from '../../steps/paths';
import { pathTo, unknownId } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, operationClause, PASS, replied, skip, type Verdict } from '../../verdict/verdict';

/** A body that names a record which is not there is refused, where the document says so. */
export const inputReferences: Check = {
  id: 'input.references',
  title: 'A body that names a record which does not exist is refused',
  level: 'MUST',
  applies: (subject) => referencesOf(subject).length > 0,
  clause: ({ operation }) => operationClause(operation, 'What the body names has to be there.'),
  cases: (subject) =>
    referencesOf(subject).map(({ name, resource }) => ({
      name: `${name} of no record`,
      tier: 1,
      run: (context) => nameNothing(context, name, resource),
    })),
};

/** A member of a body that holds the id of another resource's record. */
interface Reference {
  readonly name: string;
  readonly resource: Resource;
}

function referencesOf({ contract, operation, purpose }: Subject): readonly Reference[] {
  if (purpose?.role !== 'create') return [];
  const taken = schemaAt(bodyOf(operation)?.schema ?? {}, takenSteps({ operation, purpose })) ?? {};
  return [...propertiesOf(taken).values()].flatMap(({ name, schema }): readonly Reference[] => {
    const resource = referredBy(contract, name);
    // The id of what is made refers to nothing.
    if (plain(name) === 'id' || name === purpose.resource.idProperty) return [];
    if (resource === undefined || resource === purpose.resource || !isKept(contract, resource)) return [];
    return isSaid(operation, String(schema.description ?? ''), { name, resource }) ? [{ name, resource }] : [];
  });
}

/** Whether its records are at the top, and the server says which of them are there. */
const isKept = (contract: Contract, resource: Resource): boolean =>
  templateNames(resource.collectionPath).length === 0 &&
  isTelling({ resource, parameter: resource.idParameter?.name ?? '' }) &&
  contract.resources.includes(resource);

/** By words of a refusal that name the record, or of the member itself; a 404 of a path that names nothing speaks of the body. */
function isSaid({ path, replies }: Subject['operation'], described: string, { name, resource }: Reference): boolean {
  const forms = [...formsOf(resource.name), plain(name).replace(/ids?$/, '')];
  const isAbout = (text: string): boolean => wordsOf(text).some((word) => forms.includes(word));
  const refusals = replies.filter(({ status }) => typeof status === 'number' && status >= 400 && status < 500);
  return (
    /\b(?:must|has to|have to) (?:already )?exist\b|\bof an existing\b/i.test(described) ||
    refusals
      .flatMap(({ description }) => description.split(/[.;:\n]+(?:\s|$)/))
      .some((sentence) => SAYS_NO_SUCH.test(sentence) && !SAYS_ACCESS.test(sentence) && isAbout(sentence)) ||
    (templateNames(path).length === 0 &&
      refusals.some(({ status, description }) => status === 404 && !SAYS_ACCESS.test(description)))
  );
}

/** Where a refusal is about rights, too, what it says of records that are not there is no promise by itself. */
const SAYS_ACCESS = /\b(?:access|permission|permitted|authori[sz]ed)/i;

async function nameNothing(context: CaseContext, name: string, resource: Resource): Promise<Verdict> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { read } = resource.operations;
  const id = unknownId(context, resource, 5);
  const { body } = knownRecordBody(context, subject, { [name]: id });
  if (media === undefined || read === undefined || !fits(media, body))
    return nothingToSend(subject, 'no valid body is known');
  const exchange = replied(await context.send(toRequest(subject.operation, { body })));
  if (!isSuccess(exchange)) return PASS;
  const named = await context.send(toRequest(read, { path: pathTo(resource, id) }));
  if (named.response?.status !== 404) return skip('the id that was tried may have a record');
  return fail({
    expected: `a status of 4xx: there is no record ${brief(id)} of ${resource.name}`,
    actual: outcomeOf(exchange),
    exchanges: [named, exchange],
    key: name,
    topic: { member: name },
  });
}
