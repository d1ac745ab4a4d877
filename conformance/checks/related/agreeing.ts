import { own, type Property, validatorOf } from '../../../openapi/contract';
import { codesLike } from '../../arbitraries/choices';
import { anotherValue } from '../../arbitraries/fresh';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { isWrite } from '../../records/deeds';
import { type JsonRecord, sameJson } from '../../records/records';
import { agreeingMembers } from '../../records/related/agree-words';
import { knownRecordBody, nothingToSend } from '../../requests/bodies/record-in-body';
import { type Reference, referencesIn } from '../../requests/bodies/references';
import { fits } from '../../requests/bodies/valid';
import type { CaseContext, Check } from '../../steps/check';
import { readyPath, sendParts } from '../../steps/paths/paths';
import { readRecord } from '../../steps/records';
import { makeToName } from '../../steps/ways/named';
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

/** What a body says again of a record that it belongs to is refused where that says another thing: a payment in another currency than its order. */
export const inputAgreeing: Check = {
  id: 'input.agreeing',
  title: 'A member that has to be as in another record is refused where it is not',
  level: 'MUST',
  applies: (subject) => agreementsOf(subject).length > 0,
  clause: ({ operation }) => operationClause(operation, 'It has to be as in the record that it belongs to.'),
  cases: (subject) => [
    {
      name: `another ${agreementsOf(subject)
        .map(({ member, other }) => `${member.name} than of ${other.resource.name}`)
        .join(', ')}`,
      tier: 1,
      run: async function* (context) {
        for (const one of agreementsOf(subject)) yield* await verdictsOf(() => disagree(context, one));
      },
    },
  ],
};

interface Agreement {
  readonly member: Property;
  readonly other: Pick<Reference, 'resource'> & Partial<Pick<Reference, 'name'>>;
}

/** The members that have to be as in a record that the body names, or as in the one of the path. */
function agreementsOf(subject: Subject): readonly Agreement[] {
  const { contract, operation } = subject;
  if (!isWrite(operation) || bodyOf(operation) === undefined || takenSteps(subject).length > 0) return [];
  const named = referencesIn(subject).filter(({ steps }) => steps.length === 1);
  const above = contract.resources.filter(
    ({ itemPath, operations }) =>
      itemPath !== undefined && operations.read !== undefined && operation.path.startsWith(`${itemPath}/`),
  );
  return [...named, ...above.slice(-1).map((resource) => ({ resource }))].flatMap((other) =>
    agreeingMembers(operation)(other.resource).map((member) => ({ member, other })),
  );
}

async function disagree(context: CaseContext, { member, other }: Agreement): Promise<Verdict> {
  const { subject, options } = context;
  const { operation } = subject;
  const { name, schema } = member;
  const named = other.name === undefined ? undefined : (await makeToName(context, other.resource)).id;
  const path = other.name === undefined ? await readyPath(context) : {};
  const id = named ?? own(path, other.resource.idParameter?.name ?? '');
  const seen = id === undefined ? undefined : await readRecord(context, other.resource, id, path);
  const was = own(seen?.record ?? {}, name);
  if (seen?.record === undefined || was === undefined || was === null)
    throw new CannotJudge(skip(`no ${name} is shown`));
  const value = [...codesLike([String(was)]), anotherValue(schema, [was], options.seed)].find(
    (one) => !sameJson(one, was) && validatorOf(schema, 'request')(one) === undefined,
  );
  const known = knownRecordBody(context, subject, other.name === undefined ? {} : { [other.name]: id }).body;
  const body: JsonRecord = { ...known, [name]: value };
  const media = bodyOf(operation);
  if (value === undefined || media === undefined || !fits(media, body))
    return nothingToSend(subject, 'no valid body is known');
  const exchange = replied(await sendParts(context, { path, body }));
  if (!isSuccess(exchange)) return PASS;
  return fail({
    expected: `a status of 4xx: ${name} is ${brief(was)} in what it belongs to`,
    actual: `${outcomeOf(exchange)} for ${brief(value)}`,
    exchanges: [seen.exchange, exchange],
    key: name,
    topic: { member: name },
  });
}
