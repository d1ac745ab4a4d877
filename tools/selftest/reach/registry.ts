import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { type Application, type Asked, byHeader, found, Refused, type Reply } from './application';

interface Database {
  readonly collation: string;
  readonly state: 'stopped' | 'running';
  readonly tables: Map<string, unknown>;
}

interface Account {
  readonly attributes: { readonly login: string };
  readonly isWatched: boolean;
}

const KEY = 'ak-Registry-p4YhT8sJd0MgEu6F';

/** The administration of a registry. The build leaves the document where it is. */
export const REGISTRY: Application = {
  document: join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/reach/registry.yaml'),
  flags: ['--api-key', KEY],
  admit: byHeader('x-admin-token', KEY),
  problem: ({ status, message, pointer = '', headers }) => ({
    status,
    headers,
    body: { message: pointer === '' ? message : `body${pointer.replaceAll('/', '.')} ${message}` },
  }),
  open,
};

const JSON_API = { 'Content-Type': 'application/vnd.api+json' };
const PAGE = 3;

function open(): ReturnType<Application['open']> {
  const databases = new Map<string, Database>();
  const accounts = new Map<string, Account>();
  const sources = new Map<string, unknown>();
  const artifacts = new Map<string, unknown>();
  const tokens = new Set<string>();
  let message = 'Welcome';
  let feeds = 0;

  const databaseOf = ({ path }: Asked): Database => found(databases, path.database);
  const turn = (asked: Asked, from: Database['state'], to: Database['state']): Reply => {
    const database = databaseOf(asked);
    if (database.state !== from) throw new Refused(409, `The database is ${database.state}.`);
    databases.set(asked.path.database ?? '', { ...database, state: to });
    return { status: 202 };
  };
  const shown = (number: string): unknown => ({
    attributes: found(accounts, number).attributes,
    links: { self: `/admin/accounts/${number}` },
  });
  const watch = ({ path: { accountNumber = '' } }: Asked, isWatched: boolean): Reply => {
    const account = found(accounts, accountNumber);
    if (account.isWatched === isWatched) throw new Refused(409, isWatched ? 'It is watched.' : 'It is not watched.');
    accounts.set(accountNumber, { ...account, isWatched });
    return { status: 204 };
  };

  return {
    listDatabases: () => ({
      status: 200,
      body: Object.fromEntries([...databases].map(([name, { collation, state }]) => [name, { collation, state }])),
    }),
    createDatabase: ({ body }) => {
      // By their schema.
      const { name, collation = 'unicode' } = body as { readonly name: string; readonly collation?: string };
      if (databases.has(name)) throw new Refused(409, `There is a database "${name}".`);
      databases.set(name, { collation, state: 'stopped', tables: new Map() });
      return { status: 201 };
    },
    getDatabase: (asked) => {
      const { collation, state } = databaseOf(asked);
      return { status: 200, body: { collation, state } };
    },
    dropDatabase: (asked) => {
      const { state, tables } = databaseOf(asked);
      if (state !== 'stopped') throw new Refused(409, 'The database is running: stop it first.');
      if (tables.size > 0) throw new Refused(409, 'The database has tables: drop them first.');
      databases.delete(asked.path.database ?? '');
      return { status: 204 };
    },
    startDatabase: (asked) => turn(asked, 'stopped', 'running'),
    stopDatabase: (asked) => turn(asked, 'running', 'stopped'),

    listTables: (asked) => ({ status: 200, body: [...databaseOf(asked).tables.keys()] }),
    searchTables: () => ({ status: 200, body: [...databases.values()].flatMap(({ tables }) => [...tables.keys()]) }),
    getTable: (asked) => ({ status: 200, body: found(databaseOf(asked).tables, asked.path.table) }),
    putTable: (asked) => {
      const { state, tables } = databaseOf(asked);
      if (state !== 'running') throw new Refused(409, 'The database is stopped: start it first.');
      tables.set(asked.path.table ?? '', { columns: (asked.body as { readonly columns: unknown }).columns });
      return { status: 204 };
    },
    dropTable: (asked) => {
      const { tables } = databaseOf(asked);
      found(tables, asked.path.table);
      tables.delete(asked.path.table ?? '');
      return { status: 204 };
    },
    importRows: (asked) => {
      found(databaseOf(asked).tables, asked.path.table);
      const { file, separator } = asked.body as Readonly<Record<string, unknown>>;
      if (!(file instanceof Blob)) throw new Refused(422, 'must be a file', '/file');
      if (separator !== 'comma' && separator !== 'tab') throw new Refused(422, 'must be comma or tab', '/separator');
      return { status: 200, body: { rows: 1 } };
    },

    listAccounts: ({ query: { cursor } }) => {
      const from = cursor === undefined ? 0 : Number(/^after-(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
      if (Number.isNaN(from)) throw new Refused(400, 'The cursor is none of ours.');
      const numbers = [...accounts.keys()];
      const next = from + PAGE < numbers.length ? { next: `/admin/accounts?cursor=after-${from + PAGE}` } : {};
      const items = numbers.slice(from, from + PAGE).map(shown);
      return { status: 200, headers: JSON_API, body: { data: { items }, links: next } };
    },
    addAccount: ({ body }) => {
      const { attributes } = (body as { readonly data: Pick<Account, 'attributes'> }).data;
      if ([...accounts.values()].some((one) => one.attributes.login === attributes.login))
        throw new Refused(409, `There is an account "${attributes.login}".`);
      const number = String(4100 + accounts.size);
      accounts.set(number, { attributes, isWatched: false });
      return { status: 201, headers: JSON_API, body: { data: shown(number) } };
    },
    getAccount: ({ path: { accountNumber = '' } }) => ({
      status: 200,
      headers: JSON_API,
      body: { data: shown(accountNumber) },
    }),
    watchAccount: (asked) => watch(asked, true),
    unwatchAccount: (asked) => watch(asked, false),
    getUsage: ({ query: { account } }) => {
      if (!accounts.has(account ?? '')) throw new Refused(422, `There is no account ${account}.`);
      return { status: 200, body: { calls: 0 } };
    },

    addSource: ({ body }) => {
      const { type, accountNumber } = body as Readonly<Record<string, unknown>>;
      if (type === 'vault') throw new Refused(422, 'must be one of [account, web]: no vault is set up', '/type');
      if (type === 'account' && !accounts.has(String(accountNumber)))
        throw new Refused(422, 'names no account', '/accountNumber');
      const id = randomBytes(6).toString('hex');
      sources.set(id, body);
      return { status: 201, body: { href: `/admin/sources/${id}` } };
    },
    getSource: ({ path }) => ({ status: 200, body: found(sources, path.sourceId) }),
    syncSource: ({ path }) => {
      found(sources, path.sourceId);
      return { status: 202 };
    },

    uploadArtifact: ({ query: { digest = '' }, body }) => {
      artifacts.set(digest, body);
      return { status: 201 };
    },
    downloadArtifact: ({ path }) => ({
      status: 200,
      headers: { 'Content-Type': 'application/octet-stream' },
      body: found(artifacts, path.digest),
    }),
    dropArtifact: ({ path }) => {
      found(artifacts, path.digest);
      artifacts.delete(path.digest ?? '');
      return { status: 204 };
    },
    getMessage: () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: message }),
    putMessage: ({ body }) => {
      message = String(body);
      return { status: 204 };
    },
    issueToken: ({ body }) => {
      const { login } = body as Readonly<Record<string, unknown>>;
      if (![...accounts.values()].some(({ attributes }) => attributes.login === login))
        throw new Refused(400, `login: there is no account "${String(login)}"`);
      const token = randomBytes(9).toString('base64url');
      tokens.add(token);
      return { status: 200, body: { access_token: token, expires_in: 3600 } };
    },
    revokeToken: ({ path: { token = '' } }) => {
      if (!tokens.delete(token)) throw new Refused(404, 'There is no such token.');
      return { status: 204 };
    },
    addFeed: ({ body }) => {
      if (!/^<feed><url>https?:\/\/[^<]+<\/url><every>\d+<\/every><\/feed>$/.test(String(body)))
        throw new Refused(400, 'The body must be a <feed> with <url> and <every>.');
      feeds += 1;
      return {
        status: 201,
        headers: { 'Content-Type': 'application/xml' },
        body: `<feed><number>${feeds}</number></feed>`,
      };
    },
  };
}
