import type { Paging, Parameter } from '../../openapi/contract';
import type { Task } from './model';

/** A task, and how its list pages. */
interface Paged {
  readonly task: Task;
  readonly paging: Paging;
}

/**
 * The same task with a parameter of the mock's own that says where a page begins, where the client says how long it is and the
 * reply leads to the next one, but the document has no parameter for that: else the reply would call the first page the last.
 */
export function withPosition(task: Task, paging: Paging): Paged {
  const { size, positions } = paging;
  const { input, operation, call } = task;
  if (positions.length > 0 || size === undefined || input.query[size.name] === undefined || !leadsOn(paging))
    return { task, paging };
  const name = nameBeside(size.name);
  // It would mean something else.
  if (operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name))
    return { task, paging };
  const parameter: Parameter = { ...size, name, required: false, schema: TOKEN, examples: [] };
  const value = new URLSearchParams(call.query).get(name) ?? undefined;
  return {
    task: { ...task, input: { ...input, query: { ...input.query, [name]: value } } },
    paging: { ...paging, positions: [{ kind: 'after', parameter, base: 0, isId: false }] },
  };
}

const TOKEN = { type: 'string' } as const;

const leadsOn = ({ members, headers }: Paging): boolean =>
  members.some(({ fact }) => fact === 'next') || headers.some(({ kind }) => kind === 'links');

/** `page[after]` beside `page[size]`, as JSON:API's profile for cursors has it; else `cursor`. */
function nameBeside(size: string): string {
  const [, holder] = /^([^[]+)\[[^\]]+\]$/.exec(size) ?? [];
  return holder === undefined ? 'cursor' : `${holder}[after]`;
}
