import { isNamedLike, own, type Purpose, type Resource, validatorOf } from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { memberedBodyOf, type Subject } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';
import { createdIn, idOf, type JsonRecord, keyOf, recordsOf } from '../../records/records';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { toRequest } from '../../requests/request';
import { hasOtherAccount } from '../../steps/accounts';
import { type CaseContext, type Check, inRole } from '../../steps/check';
import { readyFor } from '../../steps/paths/paths';
import { pathTo } from '../../steps/records';
import { hostOf, ownerOf } from '../../steps/ways/owners';
import { walkTo } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { boundCases, boundTo } from './bound';

/** What one account has is not there for another, where words say so: the limit key may be of such a one. */
export const accountsApart: Check = {
  id: 'accounts.apart',
  title: 'What belongs to one account is not there for another',
  level: 'MUST',
  isOfEach: true,
  applies: (subject) => isApart(subject) || boundTo(subject).length > 0,
  clause: (subject) => clauseOf(subject, 404, 'The records of other accounts are not there.'),
  cases: (subject, options) => [
    ...(options.limits === undefined || !isApart(subject)
      ? []
      : [{ name: 'as another account', tier: 1 as const, run: askAsOther }]),
    ...boundCases(subject, options),
  ],
};

const isApart = (subject: Subject): boolean =>
  subject.operation.security.length > 0 && ownedBy(subject) !== undefined && statusesFor(subject).length > 0;

/** The resource of whose records an operation tells or which it changes, where the run can make such records. */
function ownedBy({ contract, operation, purpose }: Subject): Resource | undefined {
  const above =
    purpose === undefined
      ? (ownerOf(contract, operation) ?? resourceAbove(contract, operation))
      : hostOf(contract, operation);
  const resource =
    purpose === undefined || purpose.role === 'create'
      ? above
      : isAllBelow(purpose)
        ? resourceAbove(contract, operation)
        : purpose.resource;
  const { create, read } = resource?.operations ?? {};
  const isSure = resource?.isSure === true && resource.idProperty !== undefined && resource.idParameter !== undefined;
  // What is listed, changed or deleted without a read of its own is made all the same.
  const isAsked = read !== undefined || (resource === purpose?.resource && purpose?.role !== 'create');
  return isSure && create !== undefined && isAsked ? resource : undefined;
}

/** Whether records are only ever listed, below another one: whose they are that one says. */
const isAllBelow = ({ role, resource }: Purpose): boolean => role === 'list' && resource.operations.read === undefined;

/** The resource right below one of whose records something is read: its file, its history. */
const resourceAbove = ({ resources }: Subject['contract'], { method, path }: Subject['operation']) =>
  method === 'GET' ? resources.find(({ itemPath }) => itemPath === path.slice(0, path.lastIndexOf('/'))) : undefined;

const NOUNS = ['account', 'tenant', 'organization', 'organisation', 'workspace', 'merchant', 'company'] as const;
const DENIED =
  /\b(?:40[34]|not found|do(?:es)? not exist|(?:in|not |never )visible|cannot|can't|can not|never|no access|(?:in|not )accessible|hidden|isolated|only)\b/i;
const MISSING = /\b404\b|\bnot found\b|\bdo(?:es)? not exist\b|\bas if (?:it|they) did not exist\b/i;

/** The same without a word for who asks: "they see the records of that one and no others", "to everybody else it does not exist". */
const SEES_OWN =
  /\b(?:credentials?|keys?|tokens?|callers?|clients?|they)\b[^.;]{0,40}\b(?:sees?|reach(?:es)?|access(?:es)?|reads?)\b[^.;]{0,60}\b(?:and no others?|only (?:its|their) own)\b/i;
const MISSING_ELSE =
  /\b(?:to|for) (?:everybody|everyone|anybody|anyone|all others?|others)(?: else)?\b[^.;]{0,60}\b(?:do(?:es)? not exist|404|not found|not there)\b/i;

/** `Every credential belongs to exactly one branch`: who asks goes by that noun. */
const BELONGS_TO =
  /\b(?:credentials?|keys?|tokens?)\b[^.;]{0,30}\bbelongs? to (?:exactly |only |just )?(?:an?|one|a single) (\p{L}{3,})/iu;

/** "Everything belongs to a *house*: the account your credential was issued for", "a house is the account that a key is of". */
const IS_ACCOUNT =
  /\b(?:an?|one|the) (\p{L}{3,})(?::|,| –| -|\(| is) ?(?:that is,? |which is |i\.e\. )?(?:the|an) (?:\w+ )?account\b/iu;

/** `Your data lives in a division`, `Resources of another division do not exist`: who asks goes by that noun. */
const LIVES_IN =
  /\byour (?:data|records?|objects?|resources?)\b[^.;]{0,40}\b(?:lives?|is kept|are kept|is stored|are stored|sits?|belongs?) (?:in|to|under|within) (?:exactly |only )?(?:an?|one|your) (\p{L}{3,})/iu;
const OF_ANOTHER =
  /\b(?:data|records?|objects?|resources?|everything|things)\b(?: that are)? (?:of|in|from|belonging to) (?:another|other|a different) (\p{L}{3,}?)s?\b[^.;]{0,40}\b(?:do(?:es)? not exist|don['’]t exist|are (?:not there|invisible|hidden)|404)/iu;

/** The statuses by which what is another account's is refused, as words of the document say; none where they say nothing. */
function statusesFor({ contract, operation }: Subject): readonly number[] {
  // What the interface has records of is no word for who asks.
  const plainly = contract.description.replaceAll(/\*+|_+/g, '').replaceAll(/[`\s]+/g, ' ');
  const called = [BELONGS_TO, IS_ACCOUNT, LIVES_IN, OF_ANOTHER].flatMap(
    (form) => form.exec(plainly)?.[1]?.toLowerCase() ?? [],
  );
  const nouns = [...NOUNS, ...called].filter(
    (noun) => !contract.resources.some(({ name }) => isNamedLike(name, `${noun}s`)),
  );
  const noun = `(?:${nouns.map((one) => one.replace(/y$/, '(?:y|ie)')).join('|')})s?`;
  // `What is kept for one branch does not exist for another`.
  const others = new RegExp(
    `\\b(?:other|another|different|foreign)\\s+${noun}\\b|\\bone\\s+${noun}\\b[^.;]*\\b(?:for|to|of|by) (?:another|others?|any other)\\b`,
    'i',
  );
  const own = new RegExp(
    `\\b(?:only|alone)\\b[^.;]*\\b(?:its|their|your|the|one)(?: own)?\\s+${noun}\\b|\\b(?:its|their|your)(?: own)?\\s+${noun}(?:['’]s)?\\s+(?:\\w+\\s+){0,2}(?:only|alone)\\b`,
    'i',
  );
  const texts = [
    ...[contract.description, operation.summary, operation.description],
    ...operation.replies.filter(({ status }) => [403, 404].includes(Number(status))).map((one) => one.description),
  ];
  const whole = texts.flatMap((text) => sentencesOf(text.replaceAll(/[*_]/g, '').replaceAll(/\s+/g, ' ')));
  if (whole.some((text) => MISSING_ELSE.test(text))) return [404];
  const said = texts
    .map((text) => text.replaceAll(/\s+/g, ' '))
    .filter(
      (text) =>
        SEES_OWN.test(text) ||
        (nouns.length > 0 && sentencesOf(text).some((one) => own.test(one) || (others.test(one) && DENIED.test(one)))),
    );
  if (said.length === 0) return [];
  const isMissing = said.some((text) => sentencesOf(text).some((one) => others.test(one) && MISSING.test(one)));
  return isMissing ? [404] : [403, 404];
}

async function askAsOther(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const { operation, purpose } = subject;
  const resource = ownedBy(subject);
  if (resource === undefined) throw new CannotJudge(skip('nothing of the kind is made'));
  if (!(await hasOtherAccount(context)))
    throw new CannotJudge(skip('the limit key is not seen to be of another account'));
  if (purpose?.role === 'list' && resource === purpose.resource) return judgeList(context, resource);
  const owner = purpose === undefined ? ownerOf(context.contract, operation) : undefined;
  const body = memberedBodyOf(operation) && knownRecordBody(context, subject, {}).body;
  const askAt = (path: JsonRecord) => context.send({ ...toRequest(operation, { path, body }), credential: 'limit' });
  const exchange = replied(
    owner === undefined
      ? await askAt(pathToOwn(context, resource) ?? (await walkTo(inRole(context, resource, 'create'), resource)).path)
      : await readyFor(context, owner, askAt),
  );
  const { status } = exchange.response;
  const statuses = statusesFor(subject);
  // What speaks of the state of a record knows it.
  const isKnown = (status === 403 && !statuses.includes(403)) || (status === 409 && operation.method === 'GET');
  if (!isSuccess(exchange) && !isKnown) return PASS;
  return fail({
    expected: `the status ${statuses.join(' or ')}, since another account has made it`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: isSuccess(exchange) ? 'done for another account' : 'status',
    topic: { wanted: 404 },
  });
}

/** The path of the last record that the main key has made, as long as it is there: another account finds none the same. */
function pathToOwn({ known }: CaseContext, resource: Resource): JsonRecord | undefined {
  const last = createdIn(known.collection(resource)).findLast(
    ({ first: { shownBy } }) => shownBy.request.credential === 'main',
  );
  return last && { ...last.first.shownBy.request.path, ...pathTo(resource, last.id) };
}

/** Nothing that the main key has made is in the list of the other. */
async function judgeList(context: CaseContext, resource: Resource): Promise<Verdict> {
  const made = await walkTo(inRole(context, resource, 'create'), resource);
  const { operation } = context.subject;
  const ours = createdIn(context.known.collection(resource)).filter(
    ({ first }) => first.shownBy.request.credential === 'main',
  );
  const keys = new Set([made.id, ...ours.map(({ id }) => id)].map(keyOf));
  // Also by its own values: what is searched for may be looked up elsewhere than what is listed.
  const narrow = narrowTo(resource, made.record);
  for (const query of [{}, ...(Object.keys(narrow).length === 0 ? [] : [narrow])]) {
    const request = toRequest(operation, { path: made.path, query });
    const exchange = replied(await context.send({ ...request, credential: 'limit' }));
    const found = recordsOf(exchange, resource)?.find((record) => keys.has(keyOf(idOf(record, resource))));
    if (found !== undefined)
      return fail({
        expected: 'no record of another account',
        actual: `the record ${brief(idOf(found, resource))}, which another account has made`,
        exchanges: [exchange],
        key: 'listed for another account',
      });
  }
  return PASS;
}

/** A query for the texts of a record by all the filters that take such. */
const narrowTo = ({ filters }: Resource, record: JsonRecord): JsonRecord =>
  Object.fromEntries(
    filters.flatMap(({ parameter, property }) => {
      const value = own(record, property);
      const isTaken = typeof value === 'string' && validatorOf(parameter.schema, 'request')(value) === undefined;
      return isTaken ? [[parameter.name, value]] : [];
    }),
  );
