import { setTimeout as pause } from 'node:timers/promises';
import {
  type Contract,
  isObject,
  type Operation,
  parseJson,
  type Resource,
  stringifyJson,
} from '../../../openapi/contract';
import { countable, openTextOf, requestFor, validBodies } from '../http/conforming';
import { type Address, type Connection, openConnection } from '../http/connection';
import { attemptOf, type PlainRequest, withJson } from '../http/request';
import type { Reply } from '../model';
import { ABSENT, type Acknowledged, type Spent } from './accounts';

/** The requests about one kind of record, whatever the contract calls it. A text property carries the label. */
export interface RecordRequests {
  readonly collection: string;
  readonly idProperty: string;
  readonly labelProperty: string;
  /** Whether it takes one of the quota of its key. */
  isMetered(request: PlainRequest): boolean;
  /** The header, in lower case, that tells what remains of a quota. */
  readonly remaining: string | undefined;
  create(label: string): PlainRequest;
  /** Undefined where the contract has no such operation. */
  read: ((id: string) => PlainRequest) | undefined;
  replace(id: string, label: string): PlainRequest;
  remove(id: string): PlainRequest;
  /** A list, with any key. */
  list(key: string): PlainRequest;
}

export interface Access {
  readonly contract: Contract;
  /** What the paths of the control plane begin with. */
  readonly controlPrefix: string;
  readonly key: string;
  readonly token: string;
}

/** Undefined where no records of the contract can be listed, made with a text of ours, and told apart by an id. */
export function requestsOf(access: Access): RecordRequests | undefined {
  for (const resource of countable(access.contract)) {
    const { operations, shown, idProperty } = resource;
    const { create, list } = operations;
    const labelProperty = openTextOf(create);
    if (create === undefined || list === undefined || labelProperty === undefined) continue;
    if (idProperty === undefined || shown.create?.length !== 0) continue;
    return requestsFor(access, resource, { create, list, idProperty, labelProperty });
  }
  return undefined;
}

function requestsFor(
  { contract, controlPrefix, key, token }: Access,
  { itemPath = '', name, operations }: Resource,
  known: Pick<RecordRequests, 'idProperty' | 'labelProperty'> & {
    readonly create: Operation;
    readonly list: Operation;
  },
): RecordRequests {
  const { create, list, idProperty, labelProperty } = known;
  const { read, replace, delete: remove } = operations;
  const ofItem = (operation: Operation, id: string): PlainRequest =>
    requestFor(contract, operation, key, itemPath.replace(/\{[^}]*\}/, encodeURIComponent(id)));
  /** Where the contract has no operation, the control plane does it. */
  const ofControl = (method: string, id: string): PlainRequest => ({
    method,
    target: `${controlPrefix}/records/${encodeURIComponent(name)}/${encodeURIComponent(id)}`,
    headers: [['Authorization', `Bearer ${token}`]],
  });
  const labelled = (request: PlainRequest, operation: Operation, label: string): PlainRequest =>
    withJson(request, stringifyJson({ ...validBodies(operation).find(isObject), [labelProperty]: label }));
  return {
    collection: name,
    idProperty,
    labelProperty,
    isMetered: ({ target }) => !target.startsWith(controlPrefix),
    remaining: contract.allowanceHeaders.remaining?.toLowerCase(),
    create: (label) => labelled(requestFor(contract, create, key), create, label),
    read: read && ((id) => ofItem(read, id)),
    replace: (id, label) =>
      replace === undefined || openTextOf(replace) !== labelProperty
        ? labelled(ofControl('PUT', id), create, label)
        : labelled(ofItem(replace, id), replace, label),
    remove: (id) => (remove === undefined ? ofControl('DELETE', id) : ofItem(remove, id)),
    list: (withKey) => requestFor(contract, list, withKey),
  };
}

/** What a client is for, and what it keeps its accounts in. */
interface ClientOptions {
  readonly name: string;
  readonly requests: RecordRequests;
  /** A number up to that, which is left out. */
  readonly below: (most: number) => number;
  /** The replicas that take requests now. */
  readonly replicas: readonly Address[];
  readonly acknowledged: Acknowledged;
  readonly spent: Spent;
  /** A key whose quota is soon used up, and what it took. */
  readonly scarce: { readonly key: string; readonly spent: Spent };
  complain(what: string): void;
}

/**
 * A client that makes, reads, changes and removes records of its own, each time at any of the replicas.
 *
 * @returns does one of these things
 */
export function createReplicaClient(options: ClientOptions): { act(): Promise<void>; close(): void } {
  const { name, requests, below, replicas, acknowledged, spent, scarce, complain } = options;
  const connections = new Map<Address, Connection>();
  const own: string[] = [];
  let made = 0;

  const send = async (request: PlainRequest): Promise<Reply | undefined> => {
    for (const [address, connection] of connections) {
      if (replicas.includes(address)) continue;
      connection.close();
      connections.delete(address);
    }
    const at = replicas[below(replicas.length)];
    if (at === undefined) return pause(5, undefined);
    const connection = connections.get(at) ?? openConnection(at);
    connections.set(at, connection);
    const { replies, ended } = await connection.send(attemptOf(request));
    const [reply] = replies;
    if (reply === undefined && ended === 'silent') complain(`${request.method} ${request.target} was not answered`);
    // The store could not be asked, or did not answer in time: what came of it is not known.
    return reply?.status === 503 ? undefined : reply;
  };
  /** Sends a request, and notes what it takes of a quota. */
  const spend = async (request: PlainRequest, from: Spent): Promise<Reply | undefined> => {
    if (!requests.isMetered(request)) return send(request);
    from.asked();
    const reply = await send(request);
    if (reply === undefined) return undefined;
    if (reply.status === 429) from.refused().forEach(complain);
    // A key that is not known takes of another quota, that of the address.
    else if (reply.status === 401) from.apart();
    else {
      const remaining = reply.headers.get(requests.remaining ?? '');
      from.served(remaining === undefined ? undefined : Number(remaining)).forEach(complain);
    }
    return reply;
  };
  /** Whether it was answered as expected; complains where it was answered in another way. */
  const isExpected = (
    what: string,
    reply: Reply | undefined,
    expected: (status: number) => boolean,
  ): reply is Reply => {
    if (reply === undefined) return false;
    if (!expected(reply.status))
      complain(`${what} was answered ${reply.status}: ${reply.body.toString().slice(0, 200)}`);
    return expected(reply.status);
  };
  const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

  const create = async (): Promise<void> => {
    made += 1;
    const record = `${name}-${made}`;
    acknowledged.asked(record, record);
    const reply = await spend(requests.create(record), spent);
    if (!isExpected(`a create of ${record}`, reply, (status) => status === 201)) return;
    acknowledged.answered(record, record, String(memberOf(reply, requests.idProperty))).forEach(complain);
    own.push(record);
  };
  const read = async (record: string, id: string): Promise<void> => {
    if (requests.read === undefined) return;
    const reply = await spend(requests.read(id), spent);
    if (!isExpected(`a read of ${record}`, reply, (status) => status === 200 || status === 404)) return;
    const label = reply.status === 404 ? ABSENT : String(memberOf(reply, requests.labelProperty));
    acknowledged.seen(record, label).forEach(complain);
  };
  const change = async (what: string, record: string, state: string, request: PlainRequest): Promise<void> => {
    acknowledged.asked(record, state);
    const reply = await spend(request, spent);
    if (isExpected(`a ${what} of ${record}`, reply, isSuccess)) acknowledged.answered(record, state).forEach(complain);
  };
  const replace = async (record: string, id: string): Promise<void> => {
    made += 1;
    const label = `${record}.${made}`;
    await change('change', record, label, requests.replace(id, label));
  };
  const remove = async (record: string, id: string): Promise<void> => {
    own.splice(own.indexOf(record), 1);
    await change('removal', record, ABSENT, requests.remove(id));
  };
  const list = async (): Promise<void> => {
    const reply = await spend(requests.list(scarce.key), scarce.spent);
    isExpected('a list', reply, (status) => status === 200 || status === 429);
  };
  /** Does it with one of its records; a record is made where none is surely there. */
  const withRecord = (run: (record: string, id: string) => Promise<void>) => async (): Promise<void> => {
    const record = own[below(Math.max(1, own.length))];
    const id = record === undefined ? undefined : acknowledged.present.get(record);
    await (record === undefined || id === undefined ? create() : run(record, id));
  };
  const actions: readonly (readonly [share: number, run: () => Promise<void>])[] = [
    [8, create],
    [6, withRecord(read)],
    [4, withRecord(replace)],
    [2, withRecord(remove)],
    [2, list],
  ];
  const all = actions.flatMap(([share, run]) => Array.from({ length: share }, () => run));
  return {
    async act() {
      await all[below(all.length)]?.();
    },
    close() {
      for (const connection of connections.values()) connection.close();
    },
  };
}

function memberOf({ body }: Reply, name: string): unknown {
  const record = parseJson(body.toString());
  return isObject(record) ? record[name] : undefined;
}
