import { gives, inPath, judgedByOne, takes, textsOf } from '../../testing/small-server';
import { accountsApart } from './accounts';
import { credentialsAlternatives } from './alternatives';

const SCHEMES = {
  deskKey: { type: 'apiKey', in: 'header', name: 'X-Desk' },
  readerToken: { type: 'http', scheme: 'bearer' },
};
const both = [{ deskKey: [] }, { readerToken: [] }];
const READER = textsOf('id', 'name');
const LOAN = textsOf('id', 'readerId', 'book');
const listOf = (schema: object) => ({ type: 'array', items: schema });
/** A library: its desk does everything, and a reader's token may do some of it with that reader's own loans. */
const PATHS = {
  '/readers': {
    get: { ...gives(200, listOf(READER), 403), security: [{ deskKey: [] }] },
    post: { ...takes(textsOf('name')), ...gives(201, READER, 403, 422), security: [{ deskKey: [] }] },
  },
  '/readers/{readerId}': { parameters: [inPath('readerId')], get: { ...gives(200, READER, 403, 404), security: both } },
  '/loans': {
    get: { ...gives(200, listOf(LOAN)), security: both },
    post: { ...takes(textsOf('readerId', 'book')), ...gives(201, LOAN, 403, 404, 422), security: both },
  },
  '/loans/{loanId}': {
    parameters: [inPath('loanId')],
    get: { ...gives(200, LOAN, 403, 404), security: both },
    delete: {
      responses: { 204: { description: 'Gone.' }, 403: { description: 'No.' }, 404: { description: 'No.' } },
      security: both,
    },
  },
};
const EXTENDED = '/loans/{loanId}/extension';
const WITH_EXTENSION = {
  ...PATHS,
  [EXTENDED]: {
    parameters: [inPath('loanId')],
    post: { ...gives(200, LOAN, 403, 404), security: [{ deskKey: [] }] },
  },
};
const CREDENTIALS = { deskKey: 'demo-desk', readerToken: 'demo-reader' };
const APART =
  'A reader token belongs to one reader. It may be used only for the operations that list `readerToken`; the others answer 403. What other readers have is answered with 404 and left out of lists.';

type Slip = 'extends' | 'lists' | 'reads' | 'deletes' | 'makes' | 'readers';

/** @param slips where a server forgets whose token it is */
function library(slips: readonly Slip[] = []) {
  const readers = [
    { id: 'r1', name: 'Ada' },
    { id: 'r2', name: 'Bo' },
  ];
  let loans = [
    { id: 'l1', readerId: 'r1', book: 'Ulysses' },
    { id: 'l2', readerId: 'r2', book: 'Emma' },
  ];
  let made = 2;
  return ({
    method,
    steps: [kind, id],
    sent,
    headers,
  }: Parameters<Parameters<typeof judgedByOne>[2]>[0]): readonly [number, unknown?] => {
    const isDesk = headers['x-desk'] === CREDENTIALS.deskKey;
    if (!isDesk && headers.authorization !== `Bearer ${CREDENTIALS.readerToken}`) return [401];
    const sees = (readerId: unknown, slip: Slip): boolean => isDesk || readerId === 'r1' || slips.includes(slip);
    if (kind === 'readers' && id === undefined) {
      if (!isDesk && !(method === 'GET' && slips.includes('readers'))) return [403];
      if (method === 'GET') return [200, readers];
      readers.push({ id: `r${++made}`, name: String(sent.name) });
      return [201, readers.at(-1)];
    }
    if (kind === 'readers') {
      const found = readers.find((one) => one.id === id && sees(id, 'reads'));
      return found ? [200, found] : [404];
    }
    if (id === undefined && method === 'GET') return [200, loans.filter((one) => sees(one.readerId, 'lists'))];
    if (id === undefined) {
      if (!readers.some((one) => one.id === sent.readerId)) return [422];
      if (!sees(sent.readerId, 'makes')) return [404];
      loans.push({ id: `l${++made}`, readerId: String(sent.readerId), book: String(sent.book) });
      return [201, loans.at(-1)];
    }
    const loan = loans.find((one) => one.id === id);
    if (method === 'POST' && !isDesk) return [slips.includes('extends') ? 404 : 403];
    if (loan === undefined || !sees(loan.readerId, method === 'GET' ? 'reads' : 'deletes')) return [404];
    if (method === 'POST') return [200, loan];
    if (method === 'DELETE') loans = loans.filter((one) => one !== loan);
    return method === 'GET' ? [200, loan] : [204];
  };
}

const judged = async (check: typeof accountsApart, slips: readonly Slip[], description = APART) => {
  const info = { description };
  const { findings } = await judgedByOne(check, WITH_EXTENSION, library(slips), info, CREDENTIALS, {
    components: { securitySchemes: SCHEMES },
  });
  return findings.map(({ operation }) => operation);
};

test('a token that is of one record sees nothing of others, where words say so', async () => {
  expect(await judged(accountsApart, [])).toEqual([]);
  expect(await judged(accountsApart, ['lists'])).toEqual(['GET /loans']);
  expect(await judged(accountsApart, ['reads'])).toEqual(['GET /readers/{readerId}', 'GET /loans/{loanId}']);
  expect(await judged(accountsApart, ['deletes'])).toEqual(['DELETE /loans/{loanId}']);
  expect(await judged(accountsApart, ['makes'])).toEqual(['POST /loans']);
});

test('without such words nothing is asked for', async () => {
  const ofMany = 'A reader token is for the screens of readers.';
  await expect(judged(accountsApart, ['lists'], ofMany)).rejects.toThrow('Nothing is left to check');
});

test('an operation that does not list it refuses it, where words say so', async () => {
  expect(await judged(credentialsAlternatives, [])).toEqual([]);
  expect(await judged(credentialsAlternatives, ['readers'])).toEqual(['GET /readers']);
});

test('by a refusal for what words look at later it shows that nobody has looked at who asks', async () => {
  const order = `${APART} The order is: credentials (401), role (403), record (404), state (409).`;
  expect(await judged(credentialsAlternatives, [], order)).toEqual([]);
  expect(await judged(credentialsAlternatives, ['extends'], order)).toEqual([`POST ${EXTENDED}`]);
  // Without an order it may be that the record is looked for first.
  expect(await judged(credentialsAlternatives, ['extends'])).toEqual([]);
});
