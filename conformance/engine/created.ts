import { type Contract, stringifyJson } from '../../openapi/contract';
import { shortened } from '../model/evidence';
import { type Exchange, isSuccess } from '../model/exchange';
import type { Created } from '../model/finding';
import { idOf, recordOf } from '../model/records';

/** What a run has created so far. */
export interface CreatedList {
  note(exchange: Exchange): void;
  /** By resource, in the contract's order, each once. */
  all(): readonly Created[];
}

export function createCreatedList({ resources }: Contract): CreatedList {
  const ids = new Map(resources.map((resource) => [resource, new Set<unknown>()]));
  return {
    note(exchange) {
      const { operation } = exchange.request;
      for (const [resource, known] of ids) {
        if (resource.operations.create !== operation || !isSuccess(exchange)) continue;
        const id = idOf(recordOf(exchange) ?? {}, resource);
        if (id !== undefined) known.add(briefId(id));
      }
    },
    all: () => [...ids].flatMap(([{ name }, known]) => [...known].map((id) => ({ resource: name, id }))),
  };
}

/** A text or an object may be as large as the server likes. */
function briefId(id: unknown): unknown {
  if (typeof id === 'string') return shortened(id);
  return typeof id === 'object' && id !== null ? shortened(stringifyJson(id)) : id;
}
