import { fits, type Header, memoized, type Operation, type Resource, successOf } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import type { Id } from '../world/stores/records';
import type { Task } from './model';
import { urlOf } from './page-links';

/**
 * An outcome with the address of the record that was created, where the operation documents a `Location`
 * (RFC 9110 §15.3.2): the path, or the whole URL where the header's schema or example asks for that.
 */
export function withLocation(task: Task, { itemPath, idParameter }: Resource, id: Id, outcome: Outcome): Outcome {
  const header = locationOf(task.operation);
  if (header === undefined || itemPath === undefined || idParameter === undefined) return outcome;
  const path = task.contract.prefix + itemAt(task, itemPath, `{${idParameter.name}}`, id);
  const url = urlOf(task, path);
  const isWhole = String(header.examples[0]?.value ?? '').includes('://');
  const location = (isWhole ? [url, path] : [path, url]).find((text) => fits(header.schema, 'response', text));
  return location === undefined ? outcome : { ...outcome, headers: { ...outcome.headers, [header.name]: location } };
}

const locationOf = memoized((operation: Operation): Header | undefined =>
  successOf(operation)?.reply.headers.find(({ name }) => name.toLowerCase() === 'location'),
);

/** The path of an item: above its id what the request's own path has there, whatever the parameters are called. */
function itemAt({ call, contract }: Task, itemPath: string, template: string, id: Id): string {
  const sent = call.path.slice(contract.prefix.length).split('/');
  const segments = itemPath.split('/').map((segment, place) => {
    if (segment.includes(template)) return segment.replace(template, () => encodeURIComponent(String(id)));
    return segment.includes('{') ? (sent[place] ?? segment) : segment;
  });
  return segments.join('/');
}
