import { type Contract, type Resource, stringifyJson } from '../../openapi/contract';
import { shortened } from '../exchange/evidence';
import { type Exchange, isOfOperation, isSuccess } from '../exchange/exchange';
import { idOf, recordOf } from '../records/records';
import { filled } from '../requests/request';
import type { Created } from '../verdict/finding';

/** What a run has created so far, and not deleted since. */
export interface CreatedList {
  note(exchange: Exchange): void;
  /** By resource, in the contract's order, each once. */
  all(): readonly Created[];
  /** In the order in which they were made. */
  inOrder(): readonly MadeRecord[];
}

/** A record that a run has made, and what its path is made of. */
export interface MadeRecord {
  readonly resource: Resource;
  readonly created: Created;
  /** By the names of the item path's parameters. */
  readonly values: Readonly<Record<string, unknown>>;
}

export function createCreatedList({ resources }: Contract): CreatedList {
  /** By path; what has none by resource and id. */
  const made = new Map<string, MadeRecord>();

  const noteCreate = (resource: Resource, exchange: Exchange): void => {
    const id = idOf(recordOf(exchange, resource) ?? {}, resource);
    if (id === undefined) return;
    const one = madeRecord(resource, id, exchange);
    const { path, id: shown } = one.created;
    const key = path ?? `${resource.name} ${stringifyJson(shown)}`;
    if (!made.has(key)) made.set(key, one);
  };

  /** What lies below a record is gone with it, or at any rate there is no way to it any more. */
  const noteDelete = ({ request }: Exchange): void => {
    const [path = ''] = request.target.split('?');
    for (const key of made.keys()) if (key === path || key.startsWith(`${path}/`)) made.delete(key);
  };

  return {
    note(exchange) {
      if (!isSuccess(exchange) || !isOfOperation(exchange)) return;
      const { operation } = exchange.request;
      for (const resource of resources) {
        if (resource.operations.create === operation) noteCreate(resource, exchange);
        if (resource.operations.delete === operation) noteDelete(exchange);
      }
    },
    all: () => {
      const all = [...made.values()];
      return resources.flatMap((one) => all.filter(({ resource }) => resource === one).map(({ created }) => created));
    },
    inOrder: () => [...made.values()],
  };
}

function madeRecord(resource: Resource, id: unknown, { request }: Exchange): MadeRecord {
  const { name, itemPath, idParameter } = resource;
  const shown = briefId(id);
  const values = { ...request.path, [idParameter?.name ?? '']: id };
  const hasPath = itemPath !== undefined && idParameter !== undefined && shown === id;
  return {
    resource,
    created: { resource: name, id: shown, ...(hasPath ? { path: filled(itemPath, values) } : {}) },
    values,
  };
}

/** A text or an object may be as large as the server likes. */
function briefId(id: unknown): unknown {
  if (typeof id === 'string') return shortened(id);
  return typeof id === 'object' && id !== null ? shortened(stringifyJson(id)) : id;
}
